"""Runs the example client against a broker, and without one. See `scripts/example`."""
import os
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "Tests", "EndToEnd"))
from house import Broker, free_port, workspace  # noqa: E402

SKIPPED = 77


def run(program, url):
    start = time.monotonic()
    result = subprocess.run([program, url], capture_output=True, text=True, timeout=60)
    return result, time.monotonic() - start


def with_a_broker(program):
    with workspace() as directory:
        broker = Broker(directory)
        try:
            url = f"mqtt://127.0.0.1:{broker.port}"
            result, _ = run(program, url)
        finally:
            broker.close()
    lines = result.stdout.splitlines()
    letters = sorted(line for line in lines if line.startswith("received: "))
    return (result.returncode == 0 and lines[:1] == [f"connected to {url}"] and lines[1].startswith("subscribed: granted")
            and letters == [f"received: letter {qos}" for qos in range(3)]
            and lines[-2:] == ["answer: who is there?", "done"]), result


def without_one(program):
    result, seconds = run(program, f"mqtt://127.0.0.1:{free_port()}")
    return result.returncode == 1 and "failed: not connected: " in result.stdout and 4 < seconds < 15, result


def main():
    if not (shutil.which("mosquitto") or os.access("/usr/sbin/mosquitto", os.X_OK)):
        print("skipped example: mosquitto is not installed")
        return SKIPPED
    failed = 0
    for step in (with_a_broker, without_one):
        good, result = step(sys.argv[1])
        print(f"{'passed ' if good else 'FAILED '} {step.__name__}")
        if not good:
            failed += 1
            print(f"exit {result.returncode}\n{result.stdout}\n{result.stderr}")
    print(f"{2 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
