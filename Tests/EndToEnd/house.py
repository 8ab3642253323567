"""What the demo and the end-to-end tests share: a broker, a virtual house, the daemon and a subscriber,
each started on a free loopback port or in a directory of its own and ended by `close()`.

Standard library only; the broker and the subscriber are mosquitto's own programs, so that what arrives is
read by a client that is not ours.
"""
import contextlib
import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GATEWAY = "GW01182510001"
USER = "5f0000000000000000000001"
PIN = "123456"


# The family of the virtual coordinator, for the whole suite: GATEHOUSE_ADAPTER is znp (default) or ezsp:VERSION.
ADAPTER, _, _version = os.environ.get("GATEHOUSE_ADAPTER", "znp").partition(":")
ADAPTER_OPTIONS = ["--ezsp-version", _version] if _version else []


def binary():
    """The daemon under test: $GATEHOUSE, or the release build, or the debug build."""
    named = os.environ.get("GATEHOUSE")
    if named:
        return named
    for kind in ("release", "debug"):
        path = os.path.join(ROOT, ".build", kind, "gatehouse")
        if os.access(path, os.X_OK):
            return path
    raise SystemExit("no gatehouse binary: run `swift build` first, or name one by GATEHOUSE")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def milliseconds():
    return int(time.time() * 1000)


class Failure(Exception):
    """A step that was not seen."""


class Skip(Exception):
    """What this machine lacks for the test."""


def wait_for(what, condition, seconds=15.0, step=0.05):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(step)
    raise Failure(f"not within {seconds:g} s: {what}")


class Process:
    """A child whose output is read line by line on a thread of its own."""

    def __init__(self, arguments, log, stdin=False, environment=None):
        self.log = open(log, "ab")
        self.lines = queue.Queue()
        self.child = subprocess.Popen(
            arguments, stdin=subprocess.PIPE if stdin else subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=self.log, env={**os.environ, **(environment or {})})
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.child.stdout:
            self.lines.put(line.decode("utf-8", "replace").rstrip("\n"))
        self.lines.put(None)

    @property
    def running(self):
        return self.child.poll() is None

    def kill(self):
        if self.running:
            self.child.kill()
        self.child.wait()

    def stop(self, seconds=6):
        """SIGTERM and the exit code; raises where it does not end in time."""
        if self.running:
            self.child.send_signal(signal.SIGTERM)
        try:
            return self.child.wait(seconds)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
            raise Failure(f"{self.child.args[0]} did not stop within {seconds} s of SIGTERM")

    def close(self):
        self.kill()
        self.log.close()


class Broker:
    """mosquitto on a free loopback port, with durable sessions."""

    def __init__(self, directory, tls=None, saves_each_change=True, more=()):
        """`more`: further lines of the configuration, such as other listeners."""
        self.saves_each_change = saves_each_change
        self.directory = os.path.join(directory, "broker")
        os.makedirs(self.directory, exist_ok=True)
        self.port, self.tls, self.process, self.more = free_port(), tls, None, list(more)
        self.start()

    def start(self):
        lines = [
            f"listener {self.port} 127.0.0.1", "allow_anonymous true", "persistence true",
            f"persistence_location {self.directory}/", "autosave_interval 1",
            f"autosave_on_changes {str(self.saves_each_change).lower()}",
            "max_queued_messages 0", "set_tcp_nodelay true",
            # With its usual 20, mosquitto 2.0.11 sometimes stops handing on what it queued for a client behind
            # a flood, although the client has ended every exchange.
            "max_inflight_messages 1000",
        ]
        if os.geteuid() == 0:
            lines.append("user root")
        if self.tls:
            lines += [f"cafile {self.tls.ca}", f"certfile {self.tls.certificate}", f"keyfile {self.tls.key}"]
        lines += self.more
        configuration = os.path.join(self.directory, "mosquitto.conf")
        with open(configuration, "w") as file:
            file.write("\n".join(lines) + "\n")
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        self.process = Process([program, "-c", configuration], os.path.join(self.directory, "broker.log"))
        wait_for("the broker listens", self._listens, 10)

    def _listens(self):
        if not self.process.running:
            raise Failure(f"mosquitto ended: see {self.directory}/broker.log")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    @property
    def url(self):
        return f"mqtts://localhost:{self.port}" if self.tls else f"mqtt://127.0.0.1:{self.port}"

    def client_arguments(self):
        if self.tls:
            return ["-h", "localhost", "-p", str(self.port), "--cafile", self.tls.ca]
        return ["-h", "127.0.0.1", "-p", str(self.port)]

    def publish(self, topic, payload, qos=2, retain=False):
        body = payload if isinstance(payload, str) else json.dumps(payload, separators=(",", ":"))
        arguments = ["mosquitto_pub", *self.client_arguments(), "-q", str(qos), "-t", topic]
        arguments += (["-r"] if retain else []) + (["-s"] if body else ["-n"])
        subprocess.run(arguments, input=body.encode("latin-1"), check=True, timeout=15)

    def stop(self):
        self.process.stop()

    def kill(self):
        self.process.kill()

    def close(self):
        self.process.close()


class Authority:
    """A certificate authority and one server certificate for `localhost`."""

    def __init__(self, directory):
        self.directory = os.path.join(directory, "tls")
        os.makedirs(self.directory, exist_ok=True)
        self.ca = os.path.join(self.directory, "ca.pem")
        self.certificate = os.path.join(self.directory, "server.pem")
        self.key = os.path.join(self.directory, "server.key")
        run = lambda *words: subprocess.run(
            ["openssl", *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        ca_key, request = os.path.join(self.directory, "ca.key"), os.path.join(self.directory, "server.csr")
        run("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
            "-subj", "/CN=Test authority", "-keyout", ca_key, "-out", self.ca)
        run("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=localhost", "-keyout", self.key, "-out", request)
        extension = os.path.join(self.directory, "san.cnf")
        with open(extension, "w") as file:
            file.write("subjectAltName=DNS:localhost\n")
        sign = lambda asked, certificate, *more: run(
            "x509", "-req", "-in", asked, "-CA", self.ca, "-CAkey", ca_key, "-CAcreateserial", "-days", "30",
            *more, "-out", certificate)
        sign(request, self.certificate, "-extfile", extension)
        self._run, self._sign = run, sign

    def client(self, name, password):
        """A client's certificate, its key under the password, and both in a PKCS#12 file."""
        path = lambda ending: os.path.join(self.directory, f"{name}.{ending}")
        self._run("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-passout",
                  f"pass:{password}", "-subj", f"/CN={name}", "-keyout", path("key"), "-out", path("csr"))
        self._sign(path("csr"), path("pem"))
        self._run("pkcs12", "-export", "-in", path("pem"), "-inkey", path("key"), "-passin", f"pass:{password}",
                  "-certfile", self.ca, "-passout", f"pass:{password}", "-out", path("p12"))
        return path("pem"), path("key"), path("p12")


class Subscriber:
    """mosquitto_sub on every topic at QoS 2 with a durable session; keeps what arrived, in order."""

    def __init__(self, broker, directory, topics=("#",), name="watcher"):
        self.messages, self._seen, self._lock = [], 0, threading.Condition()
        arguments = ["mosquitto_sub", *broker.client_arguments(), "-q", "2", "-i", name, "-c",
                     "-F", "%q %r %t %p"]
        for topic in topics:
            arguments += ["-t", topic]
        self.process = Process(arguments, os.path.join(directory, f"{name}.log"))
        self.thread = threading.Thread(target=self._collect, daemon=True)
        self.thread.start()
        time.sleep(0.3)

    def _collect(self):
        while True:
            line = self.process.lines.get()
            if line is None:
                return
            qos, retained, topic, payload = line.split(" ", 3)
            try:
                body = json.loads(payload)
            except (ValueError, RecursionError):
                body = None
            with self._lock:
                self.messages.append({"qos": int(qos), "retained": retained == "1", "topic": topic,
                                      "payload": payload, "body": body})
                self._lock.notify_all()

    def find(self, what, matches, seconds=15.0, after=0):
        """The first message from index `after` on whose JSON body `matches` accepts."""
        end = time.monotonic() + seconds
        index = after
        with self._lock:
            while True:
                while index < len(self.messages):
                    message = self.messages[index]
                    index += 1
                    if isinstance(message["body"], dict) and matches(message["body"]):
                        return message
                left = end - time.monotonic()
                if left <= 0:
                    raise Failure(f"not seen on the broker within {seconds:g} s: {what}")
                self._lock.wait(left)

    @property
    def count(self):
        with self._lock:
            return len(self.messages)

    def bodies(self, matches=lambda body: True):
        with self._lock:
            return [m["body"] for m in self.messages if isinstance(m["body"], dict) and matches(m["body"])]

    def close(self):
        self.process.close()


class House:
    """The virtual house: `gatehouse simulate` with its commands on stdin."""

    def __init__(self, directory, *options, script=None):
        self.link = os.path.join(directory, "ttyZNP")
        self.directory = directory
        self.state = os.path.join(directory, "coordinator.state")
        self.options = list(options) + (["--script", script] if script else [])
        self.start()

    def start(self):
        self.process = Process(
            [binary(), "simulate", "--adapter", ADAPTER, *ADAPTER_OPTIONS, "--link", self.link, "--state", self.state,
             *self.options], os.path.join(self.directory, "house.log"), stdin=True)
        wait_for("the virtual house made its port", self._is_ready, 10)

    def _is_ready(self):
        if not self.process.running:
            with open(os.path.join(self.directory, "house.log"), errors="replace") as file:
                raise Failure(f"the virtual house ended: {file.read().strip() or 'without a word'}")
        return os.path.islink(self.link)

    def tell(self, command, seconds=10):
        """Gives one command and returns its JSON answer; what the house said before is left aside."""
        while not self.process.lines.empty():
            self.process.lines.get()
        self.process.child.stdin.write((command + "\n").encode())
        self.process.child.stdin.flush()
        end = time.monotonic() + seconds
        while True:
            try:
                line = self.process.lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise Failure(f"the virtual house did not answer `{command}`") from None
            if line is None:
                raise Failure("the virtual house ended")
            with contextlib.suppress(ValueError):
                answer = json.loads(line)
                # Notices carry "event"; the answer to a command carries "ok".
                if isinstance(answer, dict) and "ok" in answer:
                    if not answer["ok"]:
                        raise Failure(f"the virtual house refused `{command}`: {answer}")
                    return answer

    def close(self):
        self.process.close()


class Daemon:
    """`gatehouse run` with a configuration of its own."""

    def __init__(self, directory, port, url, extra="", gateway=GATEWAY, users=(USER,), network="",
                 environment=None, mqtt="", adapter=ADAPTER):
        self.directory = directory
        self.configuration = os.path.join(directory, "gatehouse.toml")
        self.runtime = os.path.join(directory, "run")
        self.state = os.path.join(directory, "state")
        self.environment = environment
        os.makedirs(self.state, mode=0o700, exist_ok=True)
        os.makedirs(self.runtime, mode=0o755, exist_ok=True)
        names = ", ".join(json.dumps(user) for user in users)
        with open(self.configuration, "w") as file:
            file.write(f"""schema = 1
[gateway]
id = "{gateway}"
state_dir = "{self.state}"
runtime_dir = "{self.runtime}"
[[network]]
name = "main"
adapter = "{adapter}"
port = "{port}"
{network}
[mqtt]
url = "{url}"
{mqtt}
[cloud]
enabled = true
[security]
users = [{names}]
clock = "trust-system"
[log]
level = "debug"
target = "stderr"
{extra}""")
        self.process = None

    def start(self):
        self.process = Process([binary(), "run", "--config", self.configuration],
                               os.path.join(self.directory, "daemon.log"), environment=self.environment)
        return self

    def command(self, *words, stdin=None, seconds=20, check=True):
        """Runs one `gatehouse` subcommand against this daemon; returns its standard output."""
        result = subprocess.run([binary(), words[0], "--config", self.configuration, *words[1:]],
                                input=stdin, capture_output=True, text=True, timeout=seconds)
        if check and result.returncode != 0:
            raise Failure(f"gatehouse {' '.join(words)}: exit {result.returncode}: {result.stderr.strip()}")
        return result.stdout

    def network(self):
        try:
            return json.loads(self.command("network", "show", "--json"))
        except (Failure, ValueError):
            return {}

    def wait_running(self, seconds=30):
        wait_for("the network runs", lambda: self.network().get("state") == "running", seconds, 0.1)

    def devices(self):
        return json.loads(self.command("devices", "--json"))

    def log(self):
        with open(os.path.join(self.directory, "daemon.log"), errors="replace") as file:
            return file.read()

    def close(self):
        if self.process:
            self.process.close()


def call(function, device, params=None, user=USER, message=1, stamp=None, **more):
    """An app's call as the gateway receives it (cloud protocol 2.2)."""
    return {"msgtype": "request", "userId": user, "msgId": message, "gwId": GATEWAY, "deviceId": device,
            "func": function, "params": params or {}, "returnCode": "0", "returnData": {},
            "timestamp": str(milliseconds() if stamp is None else stamp), **more}


def event(kind):
    """Matches a `gwevent` by `devetype` or `event_str`."""
    return lambda body: body.get("func") == "gwevent" and (
        body.get("eventparams", {}).get("devetype") == kind
        or body.get("eventparams", {}).get("event_str") == kind)


@contextlib.contextmanager
def workspace(keep=False):
    directory = tempfile.mkdtemp(prefix="gatehouse-")
    try:
        yield directory
    finally:
        if keep:
            print(f"kept: {directory}")
        else:
            shutil.rmtree(directory, ignore_errors=True)
