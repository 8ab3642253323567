"""Runs the functions named `test_*` of the modules `test_*.py` here, one after another, each in a
directory of its own; prints a line for each and a closing line. A test may raise `Skip` to say what this
machine lacks: it counts as skipped, never as passed."""
import contextlib
import importlib
import os
import sys
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from covers import record  # noqa: E402
from house import Failure, Skip, workspace  # noqa: E402


def tests(words):
    for file in sorted(os.listdir(HERE)):
        if file.startswith("test_") and file.endswith(".py"):
            module = importlib.import_module(file[:-3])
            for name in sorted(vars(module)):
                if name.startswith("test_") and callable(getattr(module, name)):
                    full = f"{file[5:-3]}.{name[5:]}"
                    if not words or any(word in full for word in words):
                        yield full, getattr(module, name)


def main():
    passed, skipped, failed = [], [], []
    for name, test in tests(sys.argv[1:]):
        start = time.monotonic()
        with workspace() as directory, contextlib.ExitStack() as stack:
            try:
                test(directory, stack)
            except Skip as skip:
                skipped.append(name)
                print(f"skipped {name}: {skip}", flush=True)
                continue
            except Exception as error:  # a failed step, or a fault of the test itself: both fail it
                failed.append(name)
                print(f"FAILED  {name} after {time.monotonic() - start:.1f} s: {error}", flush=True)
                if not isinstance(error, Failure):
                    traceback.print_exc()
                stack.close()
                tail(directory)
                continue
        passed.append(name)
        record(test, name)
        print(f"passed  {name} ({time.monotonic() - start:.1f} s)", flush=True)
    print(f"{len(passed)} passed, {len(failed)} failed, {len(skipped)} skipped")
    return 1 if failed or not passed else 0


def tail(directory):
    for root, _, files in os.walk(directory):
        for file in files:
            if file.endswith(".log"):
                with open(os.path.join(root, file), errors="replace") as stream:
                    lines = stream.read().splitlines()[-20:]
                if lines:
                    print(f"--- the end of {file}")
                    print("\n".join(lines), flush=True)


if __name__ == "__main__":
    sys.exit(main())
