"""`scripts/bench order`: writes scripts/link-order, in which order the linker lays the functions of the release.

The daemon starts with 100 known devices and gets reports under callgrind. What the reports call comes first, then
what only the start calls, each in the order in which it lies now, so that modules stay together. A function that
has no section of its own (the linker's map of the last `scripts/build` tells) is left out: it would take all of
its neighbours along. Names that are gone from the program do no harm, so the file may be older than the sources.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
import time

from measured_run import MeasuredRun
from spine import prepared_state
from subjects import ROOT, SCRATCH, Gatehouse

MAP = os.path.join(ROOT, ".build", "release.map")
ORDER = os.path.join(ROOT, "scripts", "link-order")


class Profiled(Gatehouse):
    """The daemon without its debug information, which valgrind cannot read, under callgrind."""

    def __init__(self, directory):
        super().__init__()
        self.profile = os.path.join(directory, "profile")
        stripped = os.path.join(directory, "gatehouse")
        subprocess.run(["strip", "-g", "-o", stripped, self.program], check=True)
        self.program = stripped

    def command(self, run):
        return ["valgrind", "--tool=callgrind", f"--callgrind-out-file={self.profile}", "--compress-strings=no",
                "--demangle=no", "--fair-sched=yes"] + super().command(run)

    def dump(self, run):
        """The functions that were called since the last dump."""
        known = set(glob.glob(self.profile + ".*"))
        subprocess.run(["callgrind_control", "-d", str(run.child.pid)], check=True, capture_output=True)
        time.sleep(2)
        (path,) = set(glob.glob(self.profile + ".*")) - known
        called, is_own = set(), False
        with open(path) as file:
            for line in file:
                if line.startswith("ob="):
                    is_own = line.rstrip().endswith(self.program)
                elif line.startswith("fn=") and is_own:
                    called.add(line[3:].strip().split("'")[0])
        return called


def addresses(program):
    """Functions and where they lie."""
    found = {}
    for line in subprocess.run(["nm", program], check=True, capture_output=True, text=True).stdout.splitlines():
        fields = line.split()
        if len(fields) == 3 and fields[1] in "tTwWV":
            found.setdefault(fields[2], int(fields[0], 16))
    return found


def without_section():
    """Functions that share a section with others."""
    names, is_shared = set(), False
    with open(MAP) as file:
        for line in file:
            if ":(" in line:
                is_shared = re.search(r":\(\.text\)$", line.rstrip()) is not None
            elif is_shared:
                names.add(line.split()[-1])
    return names


def main():
    with tempfile.TemporaryDirectory() as directory:
        prepared_state(Gatehouse(), 100)
        subject = Profiled(directory)
        run = MeasuredRun(subject, 100, os.path.join(SCRATCH, "state-gatehouse-100"))
        try:
            run.start()
            time.sleep(4)
            start = subject.dump(run)
            run.reports(1000, 100, quiet=3)
            work = subject.dump(run)
        finally:
            run.close()
        places = addresses(subject.program)
    shared = without_section()
    names = [name for some in (work, start - work)
             for name in sorted((some & places.keys()) - shared, key=places.get)]
    with open(ORDER, "w") as file:
        file.write("\n".join(names) + "\n")
    print(f"bench: {len(names)} functions in {os.path.relpath(ORDER, ROOT)}; `scripts/build` uses it", file=sys.stderr)


if __name__ == "__main__":
    main()
