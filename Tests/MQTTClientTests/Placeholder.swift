// The first test of this module replaces this one.
