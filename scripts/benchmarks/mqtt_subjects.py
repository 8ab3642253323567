"""The clients that `scripts/bench mqtt` and the gates measure, the broker between them, and the two counters."""
import json
import os
import re
import shutil
import socket
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SOURCES = os.path.join(HERE, "mqtt")
PATIENCE = 180


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def gatehouse():
    named = os.environ.get("GATEHOUSE")
    return named or os.path.join(ROOT, ".build", "release", "gatehouse")


class MQTTBroker:
    """mosquitto without persistence and without Nagle, with a window for each client."""

    def __init__(self, directory, inflight):
        self.port = free_port()
        self.configuration = os.path.join(directory, f"mosquitto-{self.port}.conf")
        with open(self.configuration, "w") as file:
            file.write(f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_type error\n"
                       f"sys_interval 0\nmax_queued_messages 0\nset_tcp_nodelay true\n"
                       f"max_inflight_messages {inflight}\n")

    def __enter__(self):
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        self.child = subprocess.Popen([program, "-c", self.configuration], stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return self
            except OSError:
                time.sleep(0.02)
        raise SystemExit("mosquitto does not listen")

    def __exit__(self, *_):
        self.child.kill()
        self.child.wait()


def busy_ticks():
    """Ticks that all processes have had, of all cores."""
    with open("/proc/stat") as file:
        fields = [int(field) for field in file.readline().split()[1:]]
    return sum(fields[:3]) + sum(fields[5:8])


def ticks_of(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])
    except (OSError, IndexError):
        return 0


class ForeignLoad:
    """How much of one core others take: all that was busy, less our children and the broker."""

    def __init__(self, broker):
        self.broker, self.began = broker.child.pid, time.monotonic()
        self.before = self.foreign_seconds()

    def foreign_seconds(self):
        times = os.times()
        ticks = busy_ticks() - ticks_of(self.broker)
        return ticks / os.sysconf("SC_CLK_TCK") - times.children_user - times.children_system

    def percent(self):
        return max(0.0, self.foreign_seconds() - self.before) / max(time.monotonic() - self.began, 0.01) * 100


class Programs:
    """Builds the C clients that this machine has the libraries for, and runs one client at a time."""

    LIBRARIES = {"libmosquitto": ("mosquitto_client.c", "-lmosquitto"), "paho C": ("paho_client.c", "-lpaho-mqtt3a")}

    def __init__(self, directory, peers=True):
        self.directory, self.paths, self.stores = directory, {}, 0
        self.program = gatehouse()
        for name, (source, library) in (self.LIBRARIES if peers else {}).items():
            path = os.path.join(directory, source[:-2])
            built = subprocess.run(["gcc", "-O2", "-o", path, os.path.join(SOURCES, source), library, "-lpthread"],
                                   capture_output=True, text=True)
            if built.returncode == 0:
                self.paths[name] = path
            else:
                print(f"{name} is left out: {built.stderr.splitlines()[:1]}")
        self.clients = ["ours", *self.paths]

    def strip(self):
        """Our program without its debug information, which valgrind cannot read: that is for Swift's newer DWARF."""
        if self.program == gatehouse():
            self.program = os.path.join(self.directory, "gatehouse")
            subprocess.run(["objcopy", "--strip-debug", gatehouse(), self.program], check=True)

    def command(self, name, port, role, qos, count, size=64, window=16, flood=False, rate=200, store=False):
        if name != "ours":
            return [self.paths[name], role, *map(str, (port, qos, count, size, window, int(flood), rate))]
        words = [self.program, "mqtt", "bench", role, "-h", "127.0.0.1", "-p", str(port), "-q", str(qos), "-C",
                 str(count), "--size", str(size), "--window", str(window), "--rate", str(rate)]
        if store:
            self.stores += 1
            words += ["--store", os.path.join(self.directory, f"store-{self.stores}"), "-i", f"bench-{self.stores}"]
        return words + (["--flood"] if flood else [])

    def run(self, name, broker, *, role, environment=None, prefix=(), **what):
        """The report of one run; None when it failed."""
        port, watch = broker.port, ForeignLoad(broker)
        child = subprocess.Popen([*prefix, *self.command(name, port, role, **what)], stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL if prefix else None, text=True,
                                 env={**os.environ, **(environment or {})})
        feeder = None
        if role == "sub":
            child.stdout.readline()
            feeder = self.feed(port, what)
        try:
            output, _ = child.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            child.kill()
            output, _ = child.communicate()
        if feeder:
            feeder.kill()
            feeder.wait()
        try:
            report = json.loads(output.splitlines()[-1])
        except (IndexError, ValueError):
            print(f"{name}: no report of {role} {what} (exit {child.returncode})")
            return None
        report["foreignPercent"] = watch.percent()
        return report

    def feed(self, port, what):
        """What a subscriber gets comes from libmosquitto at the same window, or from ours where that is missing."""
        name = "libmosquitto" if "libmosquitto" in self.paths else "ours"
        return subprocess.Popen(self.command(name, port, "pub", **what), stdout=subprocess.DEVNULL)


class Counter:
    """Counts the calls of a client for one message: the difference of two runs of different lengths."""

    SHORT, LONG = 1_000, 11_000

    def __init__(self, programs, broker):
        self.programs, self.broker = programs, broker
        self.library = os.path.join(programs.directory, "count_calls.so")
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", self.library,
                        os.path.join(SOURCES, "count_calls.c"), "-ldl"], check=True)

    def per_message(self, name, qos, window=16, flood=False):
        """{"heap": calls, "system": calls} for one message."""
        short, long = (self.count(name, count, qos, window, flood) for count in (self.SHORT, self.LONG))
        difference = {key: (long[key] - short[key]) / (self.LONG - self.SHORT) for key in long}
        return {"heap": difference["heap"], "system": sum(v for k, v in difference.items() if k != "heap")}

    def count(self, name, count, qos, window, flood):
        path = os.path.join(self.programs.directory, "calls.json")
        report = self.programs.run(name, self.broker, role="pub", qos=qos, count=count, window=window, flood=flood,
                                   environment={"LD_PRELOAD": self.library, "COUNT_CALLS": path})
        if report is None or not os.path.exists(path):
            raise SystemExit(f"{name}: the calls of {count} messages could not be counted")
        with open(path) as file:
            counts = json.load(file)
        os.remove(path)
        return counts


def instructions(programs, name, broker, qos, short=200, long=4_200, window=16):
    """Instructions of a client for one message, by callgrind's simulator; None without valgrind."""
    if not shutil.which("valgrind"):
        return None
    totals = []
    programs.strip()
    for count in (short, long):
        log = os.path.join(programs.directory, "callgrind.log")
        programs.run(name, broker, role="pub", qos=qos, count=count, window=window, prefix=[
            "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
            f"--log-file={log}"])
        with open(log) as file:
            found = re.search(r"Collected : (\d+)", file.read())
        if not found:
            return None
        totals.append(int(found.group(1)))
    return (totals[1] - totals[0]) / (long - short)
