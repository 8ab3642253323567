"""`scripts/interop/mqtt`: our MQTT client (`gatehouse mqtt`) with other people's brokers and clients.

  scripts/interop/mqtt mosquitto   3.1, 3.1.1 and 5 over TCP; TLS with a client certificate, PSK, WebSocket, Unix socket
  scripts/interop/mqtt amqtt       a broker from PyPI, in an environment of its own under .build
  scripts/interop/mqtt rabbitmq    RabbitMQ's MQTT plug-in, where Debian's rabbitmq-server is installed
"""
import contextlib
import glob
import json
import os
import shutil
import socket
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "Tests", "EndToEnd"))
from house import Failure, Process, Skip, binary, free_port, wait_for, workspace  # noqa: E402

PSK = "0123456789abcdef0123456789abcdef"
COUNT = 20


def require(condition, text):
    if not condition:
        raise Failure(text)


class Client:
    """One run of ours, or of mosquitto's programs, with the words that lead to the broker."""

    def __init__(self, *where, ours=True):
        self.where, self.ours = where, ours

    def words(self, verb, *words):
        # Without a terminal mosquitto's program keeps back what it says.
        program = [binary(), "mqtt", verb] if self.ours else ["stdbuf", "-oL", f"mosquitto_{verb}"]
        return [*program, *self.where, *words]

    @contextlib.contextmanager
    def subscriber(self, count, *words):
        """A list that gets the lines; leaves when all are there."""
        child = subprocess.Popen(self.words("sub", "-d", "-C", str(count), "-W", "30", *words), stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True)
        said = "subscribed" if self.ours else "SUBACK"
        stream = child.stderr if self.ours else child.stdout
        for line in stream:
            if said in line:
                break
        else:
            raise Failure(f"no subscription: {child.communicate()[1]}")
        lines = []
        yield lines
        output, complaints = child.communicate(timeout=40)
        # mosquitto's program says what it does among what it shows.
        lines += [line for line in output.splitlines() if not line.startswith(("Client ", "Subscribed "))]
        require(child.returncode == 0, f"sub ended with {child.returncode}: {complaints}{output}")

    def publish(self, *words, lines=None):
        done = subprocess.run(self.words("pub", *words), input=lines, capture_output=True, text=True, timeout=40)
        require(done.returncode == 0, f"pub ended with {done.returncode}: {done.stderr}")


def exchange(publisher, subscriber, version, qos):
    """Lines that one publishes are what the other shows, in their order."""
    topic = f"interop/{version}/{qos}"
    sent = [f"{number} ä€" for number in range(COUNT)]
    with subscriber.subscriber(COUNT, "-V", version, "-q", str(qos), "-t", topic, "-F", "%q %p") as lines:
        publisher.publish("-V", version, "-q", str(qos), "-t", topic, "-l", lines="\n".join(sent) + "\n")
    expected = [f"{qos} {text}" for text in sent]
    require(lines == expected, f"{version} QoS {qos}: {lines[:3]} in place of {expected[:3]}")


class Mosquitto:
    """One mosquitto with a listener of each kind."""

    def __init__(self, directory):
        self.directory = directory
        self.plain, self.tls, self.psk, self.web = (free_port() for _ in range(4))
        self.certificates()
        psk = self.path("psk")
        with open(psk, "w") as file:
            file.write(f"gateway:{PSK}\n")
        lines = [
            "per_listener_settings true", "user root" if os.geteuid() == 0 else "",
            f"listener {self.plain} 127.0.0.1", "allow_anonymous true", "set_tcp_nodelay true",
            f"listener 0 {self.path('socket')}", "allow_anonymous true",
            f"listener {self.tls} 127.0.0.1", f"cafile {self.path('ca.pem')}", f"certfile {self.path('server.pem')}",
            f"keyfile {self.path('server.key')}", "require_certificate true", "use_identity_as_username true",
            f"listener {self.psk} 127.0.0.1", "allow_anonymous true", f"psk_file {psk}", "psk_hint gatehouse",
            f"listener {self.web} 127.0.0.1", "allow_anonymous true", "protocol websockets"]
        with open(self.path("conf"), "w") as file:
            file.write("\n".join(lines) + "\n")
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        self.process = Process([program, "-c", self.path("conf")], self.path("mosquitto.log"))
        wait_for("mosquitto listens", lambda: listens(self.plain) and listens(self.web), 10)

    def path(self, name):
        return os.path.join(self.directory, name)

    def certificates(self):
        def openssl(*words):
            subprocess.run(["openssl", *words], check=True, capture_output=True)
        curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        openssl("req", "-x509", "-days", "30", "-subj", "/CN=Authority", *curve, "-keyout", self.path("ca.key"), "-out",
                self.path("ca.pem"))
        for name, subject in (("server", "/CN=localhost"), ("client", "/CN=gateway")):
            openssl("req", "-subj", subject, "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", *curve, "-keyout",
                    self.path(f"{name}.key"), "-out", self.path(f"{name}.csr"))
            openssl("x509", "-req", "-in", self.path(f"{name}.csr"), "-CA", self.path("ca.pem"), "-CAkey",
                    self.path("ca.key"), "-CAcreateserial", "-days", "30", "-copy_extensions", "copy", "-out",
                    self.path(f"{name}.pem"))

    def over_tcp(self, ours=True):
        return Client("-h", "127.0.0.1", "-p", str(self.plain), ours=ours)

    def over_tls(self, ours=True):
        return Client("-h", "localhost", "-p", str(self.tls), "--cafile", self.path("ca.pem"), "--cert",
                      self.path("client.pem"), "--key", self.path("client.key"), ours=ours)

    def over_psk(self, ours=True):
        return Client("-h", "127.0.0.1", "-p", str(self.psk), "--psk", PSK, "--psk-identity", "gateway", ours=ours)

    def close(self):
        self.process.close()


def listens(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def mosquitto_tests(directory, stack):
    broker = Mosquitto(directory)
    stack.callback(broker.close)
    ours, theirs = broker.over_tcp(), broker.over_tcp(ours=False)

    def both_ways(version, qos):
        def test():
            # mosquitto's programs know 3.1 as 31, and so do ours.
            exchange(ours, theirs, version, qos)
            exchange(theirs, ours, version, qos)
        return test

    for version in ("31", "311", "5"):
        for qos in (0, 1, 2):
            yield f"version {version}, QoS {qos}, both ways", both_ways(version, qos)
    for name, one, other in (
            ("a client certificate", broker.over_tls(), broker.over_tls(ours=False)),
            ("a pre-shared key", broker.over_psk(), broker.over_psk(ours=False)),
            ("WebSocket", Client("-L", f"ws://127.0.0.1:{broker.web}/mqtt"), theirs),
            ("a Unix socket", Client("--unix", broker.path("socket")), theirs)):
        def test(one=one, other=other):
            for version in ("311", "5"):
                exchange(one, other, version, 1)
                exchange(other, one, version, 2)
        yield f"over {name}", test
    yield "the properties of a message", lambda: properties(ours, theirs)
    yield "the will of a client that is killed", lambda: will(ours, theirs)
    yield "a wrong certificate, key or password is told", lambda: refusals(broker)
    yield "a session that is kept", lambda: kept_session(ours, theirs)


def properties(ours, theirs):
    words = ["-V", "5", "-t", "interop/p", "-m", "x", "-q", "1"]
    for name, value in (("content-type", "text/plain"), ("response-topic", "a/b"), ("correlation-data", "17"),
                        ("message-expiry-interval", "60"), ("payload-format-indicator", "1")):
        words += ["-D", "publish", name, value]
    words += ["-D", "publish", "user-property", "n", "1", "-D", "publish", "user-property", "n", "2"]
    for publisher, subscriber in ((ours, theirs), (theirs, ours)):
        with subscriber.subscriber(1, "-V", "5", "-t", "interop/p", "-F", "%C|%R|%D|%F|%P|%p") as lines:
            publisher.publish(*words)
        require(lines == ["text/plain|a/b|17|1|n:1 n:2|x"], f"properties: {lines}")
    with ours.subscriber(1, "-V", "5", "-t", "interop/p", "-F", "%j") as lines:
        theirs.publish(*words)
    found = json.loads(lines[0])["properties"]
    require(found["content-type"] == "text/plain" and found["user-properties"] == [{"n": "1"}, {"n": "2"}], str(found))


def will(ours, theirs):
    with theirs.subscriber(1, "-t", "interop/will", "-q", "1", "-F", "%q %r %p") as lines:
        child = subprocess.Popen(ours.words("sub", "-t", "nothing", "-d", "--will-topic", "interop/will", "--will-payload",
                                            "gone", "--will-qos", "1"), stderr=subprocess.PIPE, text=True)
        for line in child.stderr:
            if "subscribed" in line:
                break
        child.kill()
        child.wait()
    require(lines == ["1 0 gone"], f"will: {lines}")


def refusals(broker):
    def complaint(*words):
        done = subprocess.run([binary(), "mqtt", "pub", *words, "-t", "a", "-m", "x", "-W", "10"], capture_output=True,
                              text=True, timeout=20)
        require(done.returncode == 1, f"{words}: {done.returncode} {done.stderr}")
        return done.stderr
    tls = ["-h", "localhost", "-p", str(broker.tls), "--cafile"]
    require("certificate" in complaint(*tls, broker.path("server.pem"), "--cert", broker.path("client.pem"), "--key",
                                       broker.path("client.key")), "another authority")
    require(str(broker.tls) in complaint(*tls, broker.path("ca.pem")), "no client certificate")
    require(str(broker.psk) in complaint("-h", "127.0.0.1", "-p", str(broker.psk), "--psk", "00ff", "--psk-identity",
                                         "gateway"), "another key")


def kept_session(ours, theirs):
    session = ["-c", "-i", "keeper", "-q", "2", "-t", "interop/kept"]
    subprocess.run(ours.words("sub", *session, "-E"), check=True, timeout=20)
    for number in range(3):
        theirs.publish("-t", "interop/kept", "-q", "2", "-m", str(number))
    done = subprocess.run(ours.words("sub", *session, "-C", "3", "-W", "20"), capture_output=True, text=True, timeout=30)
    require(done.stdout.split() == ["0", "1", "2"], f"kept: {done.stdout} {done.stderr}")


# amqtt

AMQTT = "0.12.1"


def amqtt_program():
    place = os.path.join(ROOT, ".build", "amqtt")
    program = os.path.join(place, "bin", "amqtt")
    if not os.path.exists(program):
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        done = subprocess.run([os.path.join(place, "bin", "pip"), "install", "-q", f"amqtt=={AMQTT}"],
                              capture_output=True, text=True)
        if done.returncode:
            shutil.rmtree(place, ignore_errors=True)
            raise Skip(f"amqtt cannot be had from PyPI: {done.stderr.strip().splitlines()[-1:]}")
    return program


def amqtt_tests(directory, stack):
    program, port = amqtt_program(), free_port()
    configuration = os.path.join(directory, "amqtt.yaml")
    with open(configuration, "w") as file:
        file.write(f"listeners:\n  default:\n    type: tcp\n    bind: 127.0.0.1:{port}\n"
                   "plugins:\n  amqtt.plugins.authentication.AnonymousAuthPlugin:\n    allow_anonymous: true\n")
    process = Process([program, "-c", configuration], os.path.join(directory, "amqtt.log"))
    stack.callback(process.close)
    wait_for("amqtt listens", lambda: listens(port), 20)
    ours = Client("-h", "127.0.0.1", "-p", str(port), "-k", "20")
    for qos in (0, 1, 2):
        yield f"QoS {qos}", lambda qos=qos: exchange(ours, ours, "311", qos)


# RabbitMQ

def rabbitmq_tests(directory, stack):
    found = glob.glob("/usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin/rabbitmq-server")
    if not found:
        raise Skip("rabbitmq-server is not installed")
    port, node_port = free_port(), free_port()
    sbin = os.path.dirname(found[0])
    configuration = os.path.join(directory, "rabbitmq.conf")
    with open(configuration, "w") as file:
        file.write(f"listeners.tcp = none\nmqtt.listeners.tcp.1 = 127.0.0.1:{port}\nmqtt.allow_anonymous = true\n")
    plugins = os.path.join(directory, "enabled_plugins")
    with open(plugins, "w") as file:
        file.write("[rabbitmq_mqtt].\n")
    environment = {
        "RABBITMQ_NODENAME": f"gatehouse{port}@localhost", "RABBITMQ_MNESIA_BASE": directory,
        "RABBITMQ_LOG_BASE": directory, "RABBITMQ_CONFIG_FILE": configuration, "HOME": directory,
        "RABBITMQ_ENABLED_PLUGINS_FILE": plugins, "RABBITMQ_DIST_PORT": str(node_port), "RABBITMQ_PID_FILE":
        os.path.join(directory, "pid"), "ERL_EPMD_PORT": str(free_port())}
    process = Process([os.path.join(sbin, "rabbitmq-server")], os.path.join(directory, "rabbitmq.log"),
                      environment=environment)
    stack.callback(process.close)
    stack.callback(lambda: process.running and process.stop(30))
    wait_for("RabbitMQ's plug-in listens", lambda: listens(port), 90, 0.5)
    time.sleep(2)
    ours = Client("-h", "127.0.0.1", "-p", str(port))
    # It has no QoS 2: version 3 answers a PUBLISH of QoS 2 with PUBACK, which ends nothing.
    for qos in (0, 1):
        yield f"QoS {qos}", lambda qos=qos: exchange(ours, ours, "311", qos)


PEERS = {"mosquitto": mosquitto_tests, "amqtt": amqtt_tests, "rabbitmq": rabbitmq_tests}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in PEERS:
        print(__doc__)
        return 2
    peer, passed, failed, skipped = sys.argv[1], 0, 0, 0
    with workspace() as directory, contextlib.ExitStack() as stack:
        try:
            for name, test in PEERS[peer](directory, stack):
                try:
                    test()
                    passed += 1
                    print(f"passed  {peer}: {name}", flush=True)
                except (Failure, OSError, subprocess.SubprocessError, ValueError) as error:
                    failed += 1
                    print(f"FAILED  {peer}: {name}: {error}", flush=True)
        except Skip as skip:
            skipped += 1
            print(f"skipped interop-{peer}: {skip}")
        except Failure as failure:
            failed += 1
            print(f"FAILED  {peer}: {failure}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
