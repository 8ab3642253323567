"""Runs the steps of `scripts/test` and prints their table. See `scripts/test`."""
import argparse
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What is shown of a step that says a lot: what went wrong, with a sanitizer's report, and the end.
TELLING = re.compile(r"error|warning:|✘|failed|recorded an issue|Fatal|Test run with|Sanitizer|^    #\d")
SKIPPED = 77  # the exit code by which a step says that this machine lacks its peer
COVERS = os.path.join(ROOT, ".build", "covers")  # which test covers which statement of a standard


class Step:
    def __init__(self, name, command, full=False, turn=False, counts=None):
        """`full`: of --full only. `turn`: of these, one in turn with --turn."""
        self.name, self.command, self.full, self.turn, self.counts = name, command, full, turn, counts
        self.run = self.skipped = self.failed = 0
        self.seconds, self.skips = 0.0, []


def swift_counts(step, output, code):
    """Swift Testing's closing line and its skipped tests."""
    totals = re.findall(r"Test run with (\d+) tests?", output)
    # A name is quoted, or a function's own; "skipped" inside the quotes is part of a name.
    name = r'(?m)^\S+ Test ("[^"\n]*"|[^"\s]+)'
    skips = set(re.findall(name + r" skipped", output))
    failures = set(re.findall(name + r"(?: with \d+ test cases?)? failed after", output))
    step.skips = sorted(skips)
    step.skipped = len(skips)
    step.failed = max(len(failures), 1 if code else 0)
    step.run = sum(map(int, totals)) - step.skipped
    if not totals:
        step.failed = max(step.failed, 1)


def plain_counts(step, output, code):
    """`N passed, N failed[, N skipped]` alone on a line, with `skipped NAME: why` lines before it."""
    found = re.findall(r"(?m)^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", output)
    passed, failed = sum(int(f[0]) for f in found), sum(int(f[1]) for f in found)
    step.skips = re.findall(r"(?m)^skipped ([^:\n]+):", output)
    step.skipped = len(step.skips)
    step.run, step.failed = passed + failed, max(failed, 1 if code else 0)
    if not found:
        step.run, step.failed = 1, 1 if code else 0


def steps():
    sources = ["Package.swift", "Sources", "Tests", "Fuzz/Sources"]
    checked = ["--explicit-target-dependency-import-check", "error"]
    interop = ["scripts/interop/run"]
    return [
        Step("format", ["swift", "format", "lint", "--strict", "--recursive", "--parallel",
                        "--configuration", ".swift-format", *sources]),
        Step("build", ["swift", "build", "--build-tests", *checked]),
        Step("unit", ["swift", "test", "--skip-build"], counts=swift_counts),
        # Nobody else builds the fuzz targets, so they would fall behind what they feed.
        Step("fuzz-targets", ["env", "GATEHOUSE_FUZZ=1", "swift", "build", "--target", "Fuzz"]),
        Step("release", ["scripts/build", "release"]),
        Step("end-to-end", ["Tests/EndToEnd/run"], counts=plain_counts),
        Step("mqtt-gates", ["python3", "scripts/benchmarks/mqtt_gates.py"], counts=plain_counts),
        # Not for every commit: a busy machine brings out a fault of mosquitto (scripts/interop/mosquitto_repeats.py).
        Step("mqtt-kill", ["scripts/reliability", "mqtt-kill", "40"], full=True),
        Step("example", ["scripts/example"], counts=plain_counts),
        Step("demo", ["scripts/demo", "--once"]),
        Step("demo-tls", ["scripts/demo", "--once", "--tls"]),
        Step("interop-3.x.0", [*interop, "3.x.0"], counts=plain_counts),
        Step("interop-3.0", [*interop, "3.0"], counts=plain_counts),
        Step("interop-1.2", [*interop, "1.2"], counts=plain_counts),
        Step("mqtt-mosquitto", ["scripts/interop/mqtt", "mosquitto"], counts=plain_counts),
        Step("mqtt-amqtt", ["scripts/interop/mqtt", "amqtt"], counts=plain_counts),
        Step("mqtt-rabbitmq", ["scripts/interop/mqtt", "rabbitmq"], full=True, counts=plain_counts),
        # After every step whose tests say what they cover.
        Step("mqtt-table", ["python3", "scripts/mqtt_table.py", COVERS], counts=plain_counts),
        Step("interop-bellows", ["scripts/interop/run-bellows", "8", "13", "14"], full=True,
             counts=plain_counts),
        Step("interop-vectors", ["scripts/interop/run-vectors"], counts=plain_counts),
        Step("address-sanitizer", ["scripts/sanitized", "address"], full=True, counts=swift_counts),
        Step("thread-sanitizer", ["scripts/sanitized", "thread"], full=True, counts=swift_counts),
        Step("scenarios", ["scripts/scenarios", "100", "--frames", "100000", "--requests", "2000",
                           "--resets", "200"], full=True, turn=True, counts=plain_counts),
        Step("reliability", ["scripts/reliability", "kill", "50"], full=True, turn=True),
        Step("fuzz", ["scripts/fuzz", "60"], full=True, counts=plain_counts),
    ]


def perform(step):
    print(f"=== {step.name}: {' '.join(step.command)}", flush=True)
    start, lines = time.monotonic(), []
    child = subprocess.Popen(step.command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             stdin=subprocess.DEVNULL, text=True, errors="replace")
    quiet = step.name in ("build", "unit", "address-sanitizer", "thread-sanitizer")
    heard = time.monotonic()
    for line in child.stdout:
        lines.append(line)
        if not quiet or TELLING.search(line):
            sys.stdout.write(line)
        elif time.monotonic() - heard > 20:
            sys.stdout.write("    " + line)
        else:
            continue
        sys.stdout.flush()
        heard = time.monotonic()
    code = child.wait()
    step.seconds = time.monotonic() - start
    output = "".join(lines)
    if code == SKIPPED:
        step.skipped, step.skips = 1, [step.name]
    elif step.counts:
        step.counts(step, output, code)
    else:
        step.run, step.failed = 1, 1 if code else 0
    if step.failed and quiet:
        print("".join(lines[-60:]))
    return code in (0, SKIPPED)


def unexpected_skips(done):
    with open(os.path.join(ROOT, "Tests", "expected-skips")) as file:
        lines = [line.split("#")[0].strip() for line in file]
    expected = {line for line in lines if line}
    return sorted({skip for step in done for skip in step.skips} - expected)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--turn", type=lambda text: int(text, 16))
    parser.add_argument("--only", action="append", default=[])
    options = parser.parse_args()
    everything = steps()
    if options.list:
        print("\n".join(step.name for step in everything))
        return 0
    unknown = set(options.only) - {step.name for step in everything}
    if unknown:
        print(f"no such step: {', '.join(sorted(unknown))}; `scripts/test --list` names them")
        return 2
    in_turn = [step for step in everything if step.turn]
    wanted = set(options.only) or {step.name for step in everything if options.full or not step.full}
    if options.turn is not None:
        wanted.add(in_turn[options.turn % len(in_turn)].name)
        print(f"of the steps of --full it is the turn of {in_turn[options.turn % len(in_turn)].name}", flush=True)
    chosen = [step for step in everything if step.name in wanted]
    os.environ["GATEHOUSE_COVERS"] = COVERS
    if any(step.name == "unit" for step in chosen) and os.path.exists(COVERS):
        os.remove(COVERS)
    done = []
    for step in chosen:
        done.append(step)
        if not perform(step) and step.name in ("build", "release"):
            break
    print(f"\n{'step':<20}{'run':>7}{'skipped':>9}{'failed':>8}{'seconds':>9}")
    for step in done:
        print(f"{step.name:<20}{step.run:>7}{step.skipped:>9}{step.failed:>8}{step.seconds:>9.0f}")
    run, skipped, failed = (sum(getattr(s, k) for s in done) for k in ("run", "skipped", "failed"))
    print(f"{'total':<20}{run:>7}{skipped:>9}{failed:>8}{sum(s.seconds for s in done):>9.0f}")
    surprises = unexpected_skips(done)
    if surprises:
        print("skipped, and not listed in Tests/expected-skips: " + "; ".join(surprises))
    if os.environ.get("CI") and surprises:
        failed += len(surprises)
    not_done = [s.name for s in chosen if s not in done]
    if not_done:
        print("not run, since an earlier step failed: " + ", ".join(not_done))
    print(f"{max(run - failed, 0)} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not_done else 0


if __name__ == "__main__":
    sys.exit(main())
