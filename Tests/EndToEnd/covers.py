"""Tests say which normative statements of MQTT they cover; those that ran and passed are written down."""
import os


def covers(*statements):
    """Marks a test: `@covers("v5:MQTT-3.1.2-1")`."""
    def mark(test):
        test.statements = statements
        return test
    return mark


def record(test, name):
    """Appends what a passed test covers to the file that GATEHOUSE_COVERS names (scripts/mqtt_table.py)."""
    path = os.environ.get("GATEHOUSE_COVERS")
    statements = getattr(test, "statements", ())
    if path and statements:
        with open(path, "a", encoding="utf-8") as file:
            file.write("".join(f"{statement}\t{name}\n" for statement in statements))
