"""The gates of `scripts/test`: what one message costs our MQTT client, in numbers that do not depend on the load.

Heap calls are counted by a preloaded library, instructions by valgrind's simulator. System calls are not among them:
the busier the machine, the fewer messages share a write. The limits are what the client has reached and a margin.
"""
import sys
import tempfile

from mqtt_subjects import Counter, MQTTBroker, Programs, instructions

# How much a message may cost: the figure's name, its limit.
LIMITS = {
    "heap calls for a QoS 0 publish": 2,
    "heap calls for a QoS 1 publish": 8,
    "heap calls for a QoS 2 publish": 12,
    "instructions for a QoS 1 publish": 16_000,
}


def figures(directory):
    programs = Programs(directory, peers=False)
    with MQTTBroker(directory, 1000) as broker:
        counter = Counter(programs, broker)
        for qos in (0, 1, 2):
            yield f"heap calls for a QoS {qos} publish", counter.per_message("ours", qos)["heap"]
        yield "instructions for a QoS 1 publish", instructions(programs, "ours", broker, 1)


def main():
    passed, failed, skipped = 0, 0, 0
    with tempfile.TemporaryDirectory(prefix="gatehouse-gates-") as directory:
        for name, value in figures(directory):
            if value is None:
                print(f"skipped {name}: valgrind is not installed")
                skipped += 1
                continue
            good = value <= LIMITS[name]
            passed, failed = passed + good, failed + (not good)
            print(f"{'passed ' if good else 'FAILED '} {name}: {value:,.2f}, allowed {LIMITS[name]:,}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
