"""One life of one subject: broker, stand-in coordinator, the program, and the phases of a measurement."""
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

import usage
from broker import Broker, Subscriber

HERE = os.path.dirname(os.path.abspath(__file__))


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Failed(Exception):
    pass


class MeasuredRun:
    def __init__(self, subject, devices, state=None):
        self.subject, self.devices, self.child, self.log_stamp = subject, devices, None, None
        self.directory = tempfile.mkdtemp(prefix="gatehouse-bench-")
        self.state = os.path.join(self.directory, "state")
        if state and os.path.isdir(state):
            shutil.copytree(state, self.state)
        else:
            os.mkdir(self.state)
        self.broker = Broker(self.directory)
        self.subscriber = Subscriber(self.broker.port)
        link = os.path.join(self.directory, "tty")
        self.coordinator = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "fake_znp.py"), "--listen", f"pty:{link}", "--devices", str(devices)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.port = json.loads(self.coordinator.stdout.readline())["ready"]

    def stand_in(self, **order):
        self.coordinator.stdin.write((json.dumps(order) + "\n").encode())
        self.coordinator.stdin.flush()
        answer = json.loads(self.coordinator.stdout.readline())
        if "error" in answer:
            raise Failed(answer["error"])
        return answer

    def start(self, seconds=120):
        """Seconds from the start of the process until it says on the broker that it is up."""
        command = self.subject.command(self)
        self.log = open(os.path.join(self.directory, "log"), "wb")
        begin = time.monotonic_ns()
        self.child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.PIPE)
        threading.Thread(target=self._read_log, daemon=True).start()
        stamp = self.subscriber.wait(self.subject.is_up, seconds, lambda: self.child.poll() is None)
        end = time.monotonic() + seconds
        while self.subject.log_says_up and not self.log_stamp and time.monotonic() < end:
            time.sleep(0.002)
        if self.child.poll() is not None:
            raise Failed(f"{self.subject.name} ended with {self.child.returncode}: {self._last_words()}")
        if stamp is None or (self.subject.log_says_up and not self.log_stamp):
            raise Failed(f"{self.subject.name} was not up within {seconds} s: {self._last_words()}")
        return (max(stamp, self.log_stamp or 0) - begin) / 1e9

    def _last_words(self):
        self.log.flush()
        with open(self.log.name, "rb") as file:
            lines = file.read().decode("utf-8", "replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), "it said nothing")

    def _read_log(self):
        for line in self.child.stderr:
            if self.subject.log_says_up and not self.log_stamp and self.subject.log_says_up.search(line):
                self.log_stamp = time.monotonic_ns()
            self.log.write(line)
            self.log.flush()

    def memory(self):
        return usage.memory(self.child.pid)[0]

    def idle_percent(self, seconds):
        before, start = usage.cpu_seconds(self.child.pid), time.monotonic()
        time.sleep(seconds)
        return 100 * (usage.cpu_seconds(self.child.pid) - before) / (time.monotonic() - start)

    def reports(self, count, rate, wait=60.0, quiet=1.0):
        """Lets the devices send `count` frames and waits until the program is silent and idle."""
        pid, subscriber = self.child.pid, self.subscriber
        subscriber.parse()
        del subscriber.messages[:]
        record = os.path.join(self.directory, "sent.bin")
        usage.forget_peak(pid)
        memory_before = usage.memory(pid)[0]
        foreign = usage.Foreign([pid, self.broker.child.pid, self.coordinator.pid])
        cpu = usage.cpu_seconds(pid)
        told = self.stand_in(op="inject", count=count, rate=rate, kind="spine", log=record)
        self._wait_until_quiet(wait, quiet)
        cpu = usage.cpu_seconds(pid) - cpu
        others = foreign.percent()
        growth = usage.memory(pid)[1] - memory_before
        subscriber.parse()
        with open(record, "rb") as file:
            sent = list(struct.iter_unpack("<HHq", file.read()))
        times = self._match(sent)
        lags = [(times[i] - sent[i][2]) / 1e6 for i in range(count) if times[i] is not None]
        last = max((t for t in times if t is not None), default=told["t1_ns"])
        result = {
            "sent": count, "lost": count - len(lags), "cpu_s_per_10k": cpu * 1e4 / count, "foreign": others,
            "growth_mb": growth, "offered": count / max((told["t1_ns"] - told["t0_ns"]) / 1e9, 1e-9),
            "lag_s": (last - sent[-1][2]) / 1e9, "span_s": (last - told["t0_ns"]) / 1e9,
        }
        # Lock events are on the disk before they leave, at QoS 2: told apart from the reports.
        for name, chosen in (("latency", 0), ("lock_latency", 1)):
            some = [(times[i] - sent[i][2]) / 1e6 for i in range(count)
                    if times[i] is not None and (i % 100 == 99) == bool(chosen)]
            if some:
                result[f"{name}_p50_ms"], result[f"{name}_p99_ms"] = percentile(some, 0.5), percentile(some, 0.99)
        return result

    def _wait_until_quiet(self, wait, quiet):
        end, since = time.monotonic() + wait, time.monotonic()
        before = (self.subscriber.received, usage.cpu_seconds(self.child.pid))
        while time.monotonic() < end and time.monotonic() - since < quiet:
            time.sleep(0.1)
            now = (self.subscriber.received, usage.cpu_seconds(self.child.pid))
            if now[0] != before[0] or now[1] - before[1] > 0.01:
                since = time.monotonic()
            before = now

    def _match(self, sent):
        """For each frame when its message came: the oldest unanswered one of its device with its value."""
        waiting = {}
        for i, (device, value, _) in enumerate(sent):
            waiting.setdefault((device, "lock" if i % 100 == 99 else "temp"), []).append((value, i))
        heads, times = dict.fromkeys(waiting, 0), [None] * len(sent)
        for topic, payload, stamp in self.subscriber.messages:
            read = self.subject.value(topic, payload)
            key = read[:2] if read else None
            if key not in waiting:
                continue
            queue, head = waiting[key], heads[key]
            while head < len(queue) and queue[head][0] != read[2]:
                head += 1
            if head < len(queue) and stamp >= sent[queue[head][1]][2]:
                times[queue[head][1]] = stamp
                heads[key] = head + 1
        return times

    def sustained(self, seconds, highest):
        """The highest offered rate whose every report comes out, the last within half a second."""
        steps = []

        def holds(rate):
            for _ in range(2):  # a second try: somebody else may have taken the CPU
                step = self.reports(max(100, int(rate * seconds)), rate)
                fits = step["lost"] == 0 and step["lag_s"] <= 0.5 and step["offered"] > 0.95 * rate
                steps.append({"rate": round(rate), "fits": fits, **{
                    key: round(step[key], 3) for key in ("lost", "lag_s", "offered", "cpu_s_per_10k", "foreign")}})
                if fits:
                    return True
            return False

        good, rate, bad = 0.0, float(self.subject.ladder_from), None
        while rate <= highest:
            if not holds(rate):
                bad = rate
                break
            good, rate = rate, rate * 1.6
        for _ in range(2 if bad and good else 0):
            middle = (good * bad) ** 0.5
            if holds(middle):
                good = middle
            else:
                bad = middle
        return good, steps

    def stop(self):
        """SIGTERM and the end, so that the state is whole."""
        if self.child and self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)
            try:
                self.child.wait(30)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()

    def close(self, keep=False):
        self.stop()
        self.subscriber.close()
        self.coordinator.kill()
        self.coordinator.wait()
        self.broker.close()
        if not keep:
            shutil.rmtree(self.directory, ignore_errors=True)
