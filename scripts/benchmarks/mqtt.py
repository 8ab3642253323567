"""`scripts/bench mqtt`: our MQTT client beside libmosquitto and paho C, interleaved, on one broker of the loopback.

Every line of the table is a figure that docs/mqtt.md promises: its floor, which must hold, and its target. Broker,
client and feeder share the machine, so messages a second are a figure of the whole; CPU, heap calls, system calls and
instructions are the client's own. A figure that misses while others took more than a third of a core is `disturbed`.
"""
import argparse
import contextlib
import json
import os
import statistics
import sys
import tempfile

from mqtt_subjects import Counter, MQTTBroker, Programs, instructions


class Row:
    """One figure: what it is called, its value, its bounds and what the others have. `more` is better, or less."""

    def __init__(self, name, unit, value, floor, target, more, peers=None, foreign=0.0, digits=0):
        self.name, self.unit, self.value, self.floor, self.target = name, unit, value, floor, target
        self.more, self.peers, self.foreign, self.digits = more, peers or {}, foreign, digits

    def reaches(self, bound):
        if bound is None or self.value is None:
            return None
        return self.value >= bound if self.more else self.value <= bound

    @property
    def verdict(self):
        if self.value is None:
            return "not measured"
        if self.reaches(self.floor) is False:
            return "disturbed" if self.foreign > 35 else "FAIL"
        return "pass" if self.reaches(self.target) is False else "pass, target reached"

    def text(self, number):
        return "-" if number is None else f"{number:,.{self.digits}f}"

    def json(self):
        return {"name": self.name, "unit": self.unit, "value": self.value, "floor": self.floor, "target": self.target,
                "peers": self.peers, "foreignPercent": round(self.foreign), "verdict": self.verdict}


def median(runs, key):
    values = [run[key] for run in runs if run]
    return statistics.median(values) if values else None


class Session:
    """Runs of all clients, one after the other, as often as asked for."""

    def __init__(self, programs, options, directory):
        self.programs, self.options, self.directory = programs, options, directory
        self.rows = []

    def count(self, full):
        return max(2000, full // 10) if self.options.quick else full

    def interleaved(self, broker, names, **what):
        """{client: [report]} of so many rounds, and the most that others took in one of ours."""
        reports, foreign = {name: [] for name in names}, 0.0
        for _ in range(self.options.runs):
            for name in names:
                report = self.programs.run(name, broker, **what)
                reports[name].append(report)
                if name == "ours" and report:
                    foreign = max(foreign, report["foreignPercent"])
        return reports, foreign

    def throughput(self, label, floor, target, **what):
        window = what.get("window", 16)
        inflight = 1000 if what["role"] == "pub" else window
        with MQTTBroker(self.directory, inflight) as broker:
            reports, foreign = self.interleaved(broker, self.programs.clients, **what)
        rates = {name: median(runs, "perSecond") for name, runs in reports.items()}
        ours = rates.pop("ours")
        if target == "libmosquitto":
            target = rates.get("libmosquitto")
        self.rows.append(Row(label, "messages/s", ours, floor, target, True, rates, foreign))
        return reports

    # The figures.

    def publishing(self):
        self.throughput("publish QoS 0", 150_000, 400_000, role="pub", qos=0, count=self.count(200_000))
        with_window = self.throughput("publish QoS 1, window 16", 45_000, "libmosquitto", role="pub", qos=1,
                                      count=self.count(50_000), window=16)
        self.throughput("publish QoS 1, window 100", 60_000, "libmosquitto", role="pub", qos=1,
                        count=self.count(50_000), window=100)
        self.throughput("publish QoS 2, window 16", 25_000, "libmosquitto", role="pub", qos=2,
                        count=self.count(20_000), window=16)
        self.throughput("publish QoS 2, window 100", 25_000, "libmosquitto", role="pub", qos=2,
                        count=self.count(20_000), window=100)
        cpu = {name: median(runs, "cpuMicrosecondsPerMessage") for name, runs in with_window.items()}
        ours, peer = cpu.pop("ours"), cpu.get("libmosquitto")
        self.rows.append(Row("client CPU for a QoS 1 publish", "µs", ours, peer and 2 * peer, peer, False, cpu,
                             digits=2))

    def subscribing(self):
        for qos, floor in ((0, 60_000), (1, 25_000), (2, 14_000)):
            self.throughput(f"subscribe QoS {qos}", floor, "libmosquitto", role="sub", qos=qos,
                            count=self.count((100_000, 50_000, 20_000)[qos]), window=16)

    def calls(self):
        with MQTTBroker(self.directory, 1000) as broker:
            counter = Counter(self.programs, broker)
            for qos, floor, target in ((0, 4, 1), (1, 10, 3), (2, 14, 4)):
                found = {name: counter.per_message(name, qos, window=16) for name in self.programs.clients}
                ours = found.pop("ours")["heap"]
                self.rows.append(Row(f"heap calls for a QoS {qos} publish", "calls", ours, floor, target, False,
                                     {name: one["heap"] for name, one in found.items()}, digits=2))
            found = {name: counter.per_message(name, 1, window=100, flood=True) for name in self.programs.clients}
            ours = found.pop("ours")["system"]
            self.rows.append(Row("system calls for a QoS 1 publish, flood", "calls", ours, 1, 0.2, False,
                                 {name: one["system"] for name, one in found.items()}, digits=3))
            found = {name: instructions(self.programs, name, broker, 1) for name in self.programs.clients}
            self.rows.append(Row("instructions for a QoS 1 publish", "instructions", found.pop("ours"), 20_000, 8_000,
                                 False, found))

    def latency(self):
        with MQTTBroker(self.directory, 1000) as broker:
            for qos in (1, 2):
                reports, foreign = self.interleaved(
                    broker, self.programs.clients, role="latency", qos=qos,
                    count=200 if self.options.quick else 1_000, rate=200)
                for key, floor, target in (("p50", 300, 160), ("p99", 2_000, 400)):
                    values = {name: median([run and run["publishToAnswer"] for run in runs], key)
                              for name, runs in reports.items()}
                    self.rows.append(Row(f"acknowledgement, QoS {qos}, 200/s, {key}", "µs", values.pop("ours"), floor,
                                         target, False, values, foreign))

    def memory(self):
        with MQTTBroker(self.directory, 1000) as broker:
            reports, _ = self.interleaved(broker, self.programs.clients, role="pub", qos=0,
                                          count=self.count(200_000), flood=True)
        peaks = {name: (lambda peak: peak and peak / 1000)(median(runs, "peakResidentKilobytes"))
                 for name, runs in reports.items()}
        # The queue of QoS 0 holds 8 MiB, and its limit comes on top of the 20 MB.
        self.rows.append(Row("peak memory, QoS 0 flood", "MB", peaks.pop("ours"), 28.4, 20, False, peaks, digits=1))

    def durable(self):
        with MQTTBroker(self.directory, 1000) as broker:
            reports, foreign = self.interleaved(broker, ["ours"], role="pub", qos=1, count=self.count(30_000),
                                                window=16, store=True)
        self.rows.append(Row("publish QoS 1, window 16, durable store", "messages/s",
                             median(reports["ours"], "perSecond"), 15_000, 25_000, True, {}, foreign))


def show(rows, clients):
    peers = [name for name in clients if name != "ours"]
    heads = ["figure", "unit", "ours", *peers, "floor", "target", "verdict"]
    lines = [[row.name, row.unit, row.text(row.value), *(row.text(row.peers.get(peer)) for peer in peers),
              row.text(row.floor), row.text(row.target), row.verdict] for row in rows]
    widths = [max(len(line[column]) for line in [heads, *lines]) for column in range(len(heads))]
    for line in [heads, *lines]:
        print("  ".join(cell.ljust(width) if column in (0, 1, len(heads) - 1) else cell.rjust(width)
                        for column, (cell, width) in enumerate(zip(line, widths))).rstrip())


PARTS = ("publishing", "subscribing", "calls", "latency", "memory", "durable")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="the figures as one JSON object on the last line")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="a tenth of the messages, for a first look")
    parser.add_argument("--only", action="append", choices=PARTS, default=[])
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        directory = stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-bench-"))
        programs = Programs(directory)
        session = Session(programs, options, directory)
        for part in options.only or PARTS:
            print(f"{part} ...", file=sys.stderr, flush=True)
            getattr(session, part)()
    show(session.rows, programs.clients)
    if options.json:
        print(json.dumps({"cores": os.cpu_count(), "rows": [row.json() for row in session.rows]}))
    return 1 if any(row.verdict == "FAIL" for row in session.rows) else 0


if __name__ == "__main__":
    sys.exit(main())
