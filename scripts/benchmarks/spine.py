"""`scripts/bench spine`: the daemon, the floor and the peer, one after the other, several times over.

Cloud events at their default QoS, store on, one frame in a hundred a lock event. Each run of each subject:
start with known devices -> settle -> memory -> idle -> paced reports -> rates -> burst -> stop; and a short one
with 300 devices for its memory. The figures are medians of the runs.
"""
import argparse
import json
import os
import shutil
import statistics
import sys
import time

from measured_run import Failed, MeasuredRun
from subjects import SCRATCH, SUBJECTS, Unavailable

KEYS = [
    ("start_s", "s", "start to MQTT online, 100 known devices"),
    ("latency_p50_ms", "ms", "serial byte to subscriber at 100/s, p50"),
    ("latency_p99_ms", "ms", "serial byte to subscriber at 100/s, p99"),
    ("lock_latency_p50_ms", "ms", "lock event (on disk first, QoS 2), p50"),
    ("lock_latency_p99_ms", "ms", "lock event (on disk first, QoS 2), p99"),
    ("reports_per_s", "1/s", "reports sustained without loss"),
    ("cpu_s_per_10k", "s", "CPU for 10,000 reports at 100/s"),
    ("rss_mb_100_devices", "MB", "resident memory, 100 devices"),
    ("rss_mb_300_devices", "MB", "resident memory, 300 devices"),
    ("idle_cpu_percent", "%", "CPU while idle"),
    ("burst_lost", "", "lost of a burst of 2,000"),
    ("burst_drained_s", "s", "the burst is out after"),
    ("burst_growth_mb", "MB", "memory that the burst adds"),
]


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def prepared_state(subject, devices):
    """A state directory in which `devices` devices are known; the peer's is kept, since it takes minutes."""
    directory = os.path.join(SCRATCH, f"state-{subject.name}-{devices}")
    if subject.name == "peer" and os.path.isdir(directory):
        return directory
    shutil.rmtree(directory, ignore_errors=True)
    say(f"{subject.name}: {devices} devices are interviewed")
    run = MeasuredRun(subject, devices)
    try:
        subject.prepare(run, devices)
        time.sleep(2)
        run.stop()
        shutil.copytree(run.state, directory)
    finally:
        run.close()
    return directory


def measure(subject, options):
    """One run; the figures by their keys."""
    figures = {}
    run = MeasuredRun(subject, 100, os.path.join(SCRATCH, f"state-{subject.name}-100"))
    try:
        figures["start_s"] = run.start()
        time.sleep(options.settle)
        figures["rss_mb_100_devices"] = run.memory()
        figures["idle_cpu_percent"] = run.idle_percent(options.idle)
        run.reports(300, 100)
        paced = run.reports(options.count, 100)
        for key, value in paced.items():
            if "latency" in key or key == "cpu_s_per_10k":
                figures[key] = value
        figures["paced_lost"] = paced["lost"]
        burst = run.reports(2000, 0, quiet=2.0)
        figures["burst_lost"], figures["burst_drained_s"] = burst["lost"], burst["span_s"]
        figures["burst_growth_mb"] = burst["growth_mb"]
        figures["foreign_percent"] = paced["foreign"]
        if options.ladder:
            figures["reports_per_s"], figures["steps"] = run.sustained(options.ladder, options.highest)
        # Memory as it is after work, when that is more than before.
        figures["rss_mb_after_load"] = run.memory()
    except Failed:
        run.close(keep=True)
        raise
    run.close()
    if not options.quick:
        run = MeasuredRun(subject, 300, os.path.join(SCRATCH, f"state-{subject.name}-300"))
        try:
            run.start()
            run.reports(600, 100)
            figures["rss_mb_300_devices"] = run.memory()
        finally:
            run.close()
    return figures


def medians(runs):
    keys = [key for run in runs for key in run if key != "steps"]
    return {key: statistics.median(run[key] for run in runs if key in run) for key in dict.fromkeys(keys)}


def table(results):
    names = list(results)
    lines = [f"{'':44}" + "".join(f"{name:>12}" for name in names)]
    for key, unit, text in KEYS:
        cells = [results[name].get(key) for name in names]
        if any(cell is not None for cell in cells):
            lines.append(f"{text + (f' [{unit}]' if unit else ''):44}"
                         + "".join(f"{'-' if cell is None else format(cell, '.4g' if cell < 1000 else '.0f'):>12}"
                                   for cell in cells))
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="the figures as one JSON object on the last line")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default=",".join(SUBJECTS), help="subjects, separated by commas")
    parser.add_argument("--quick", action="store_true", help="no 300 devices, shorter phases")
    parser.add_argument("--count", type=int, default=2000, help="paced reports")
    parser.add_argument("--settle", type=float, default=3)
    parser.add_argument("--idle", type=float, default=20)
    parser.add_argument("--ladder", type=float, default=3, help="seconds of each offered rate; 0 for none")
    parser.add_argument("--highest", type=float, default=40000, help="the highest rate that is offered")
    options = parser.parse_args()
    if options.quick:
        options.count, options.idle = min(options.count, 1000), min(options.idle, 5)
    subjects = []
    for name in options.only.split(","):
        try:
            subject = SUBJECTS[name]()
            for devices in (100,) if options.quick else (100, 300):
                prepared_state(subject, devices)
            subjects.append(subject)
        except (Unavailable, Failed) as why:
            say(f"{name} is left out: {why}")
    runs = {subject.name: [] for subject in subjects}
    for number in range(options.runs):
        for subject in subjects:
            figures = measure(subject, options)
            runs[subject.name].append(figures)
            shown = {key: round(value, 4) for key, value in figures.items() if key != "steps"}
            say(f"run {number + 1} of {options.runs}, {subject.name}: {json.dumps(shown)}")
            for step in figures.get("steps", []):
                say(f"    {json.dumps(step)}")
    results = {name: medians(some) for name, some in runs.items() if some}
    print(table(results))
    if options.json:
        line = {}
        for subject in subjects:
            for key, _, _ in KEYS:
                if key in results[subject.name]:
                    line[subject.prefix + key] = round(results[subject.name][key], 4)
        print(json.dumps(line))
    return 0 if results else 1


if __name__ == "__main__":
    sys.exit(main())
