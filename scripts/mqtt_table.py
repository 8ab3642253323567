"""Makes the table of docs/mqtt.md: which test covers which normative statement of MQTT.

A test says what it covers (`.covers("v5:MQTT-3.1.2-1")` in Swift, `@covers(...)` in Python) and, when it has run and
passed, appends a line `statement<TAB>test` to the file that GATEHOUSE_COVERS names. The table stands between two marks
of docs/mqtt.md; everything around them is written by hand.

  scripts/mqtt_table.py COVERS           checks: every statement that binds a client has a test, and the table is current
  scripts/mqtt_table.py COVERS --write   writes the table
"""
import argparse
import collections
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STATEMENTS = os.path.join(ROOT, "Tests", "Fixtures", "mqtt-statements.txt")
DOCUMENT = os.path.join(ROOT, "docs", "mqtt.md")
BEGIN, END = "<!-- statements: begin -->", "<!-- statements: end -->"
VERSIONS = {"v3.1.1": "MQTT 3.1.1", "v5": "MQTT 5.0"}


def statements():
    """{statement: (binds, demands)} in the order of the file."""
    result = {}
    with open(STATEMENTS, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            name, binds, demands = line.rstrip("\n").split("\t")
            if binds not in ("client", "server", "both") or name in result:
                raise SystemExit(f"{STATEMENTS}: {name} is named twice, or binds nobody known")
            result[name] = (binds, demands)
    return result


def covered(path):
    """{statement: {test}} of a run."""
    tests = collections.defaultdict(set)
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                name, test = line.rstrip("\n").split("\t", 1)
                tests[name].add(test)
    except FileNotFoundError:
        raise SystemExit(f"{path} is missing: run the steps `unit` and `end-to-end` first")
    return tests


def cell(text):
    return text.replace("|", "\\|")


def table(known, tests):
    lines = []
    for version, title in VERSIONS.items():
        rows = [(name, demands) for name, (binds, demands) in known.items()
                if name.startswith(version + ":") and binds != "server"]
        others = sum(1 for name, (binds, _) in known.items() if name.startswith(version + ":") and binds == "server")
        lines += [f"### {title}", "", f"{len(rows)} statements bind a client; {others} bind a server only.", "",
                  "| statement | demands | tests |", "|---|---|---|"]
        for name, demands in rows:
            names = "<br>".join(cell(test) for test in sorted(tests.get(name, ()))) or "none"
            lines.append(f"| {name.split(':')[1]} | {cell(demands)} | {names} |")
        lines.append("")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("covers")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    known, tests = statements(), covered(options.covers)
    with open(DOCUMENT, encoding="utf-8") as file:
        document = file.read()
    pattern = re.compile(re.escape(BEGIN) + ".*" + re.escape(END), re.DOTALL)
    made = pattern.sub(lambda _: f"{BEGIN}\n{table(known, tests)}\n{END}", document)
    if options.write:
        with open(DOCUMENT, "w", encoding="utf-8") as file:
            file.write(made)
    unknown = sorted(set(tests) - set(known))
    missing = [name for name, (binds, _) in known.items() if binds != "server" and name not in tests]
    for name in unknown:
        print(f"no such statement: {name}, named by {sorted(tests[name])}")
    for name in missing:
        print(f"no test that ran covers {name}: {known[name][1]}")
    stale = made != document and not options.write
    if stale:
        print("docs/mqtt.md is not what this run gives: scripts/mqtt_table.py COVERS --write, and look at what changed")
    duty = sum(1 for binds, _ in known.values() if binds != "server")
    wrong = len(unknown) + len(missing) + stale
    print(f"{duty - len(missing)} of {duty} statements are covered")
    print(f"{duty - len(missing)} passed, {wrong} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
