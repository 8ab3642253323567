/// The house that is simulated when no script says otherwise: one device of each kind, all looking for a
/// network that lets them in.
package enum DefaultHouse {
  package static let script = """
    add lamp lamp
    add plug plug
    add sensor sensor
    add contact contact
    add lock lock
    join all

    """
}
