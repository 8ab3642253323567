"""Above one connection: a dead broker gives way to the next, refused credentials are asked for anew, an
environment chooses its broker, and many messages make no storm."""
import contextlib
import http.server
import json
import os
import signal
import ssl
import subprocess
import threading

from furnished import Furnished, require
from house import GATEWAY, Authority, Broker, Daemon, House, Skip, Subscriber, call, wait_for


class GuardedBroker(Broker):
    """A broker that asks for user and password."""

    def __init__(self, directory, user, password, tls=None):
        self.user = user
        os.makedirs(os.path.join(directory, "broker"), exist_ok=True)
        self.passwords = os.path.join(directory, "broker", "passwords")
        self.allow(password)
        super().__init__(directory, tls)

    def settings(self):
        return ["allow_anonymous false" if line == "allow_anonymous true" else line
                for line in super().settings()] + [f"password_file {self.passwords}"]

    def allow(self, password):
        """From now on this is the user's password."""
        try:
            subprocess.run(["mosquitto_passwd", "-b", "-c", self.passwords, self.user, password], check=True,
                           capture_output=True)
        except FileNotFoundError:
            raise Skip("mosquitto_passwd is not installed") from None
        os.chmod(self.passwords, 0o644)
        if getattr(self, "process", None):
            self.process.child.send_signal(signal.SIGHUP)


def brokers(directory, stack, count):
    result = [Broker(os.path.join(directory, f"broker{number}")) for number in range(count)]
    for broker in result:
        stack.callback(broker.close)
    return result


def daemon(directory, stack, url, mqtt):
    house = House(directory)
    stack.callback(house.close)
    result = Daemon(directory, house.link, url, mqtt=mqtt)
    stack.callback(result.close)
    return result


def broker_status(daemon):
    with contextlib.suppress(Exception):
        return json.loads(daemon.command("status", "--json"))["broker"] or {}
    return {}


def wait_connected(daemon, url, seconds=60):
    wait_for(f"connected to {url}", lambda: (
        lambda status: status.get("state") == "connected" and status.get("broker") == url)(
            broker_status(daemon)), seconds, 0.3)


def test_fallback_and_way_back(directory, stack):
    first, second = brokers(directory, stack, 2)
    first.kill()
    gateway = daemon(directory, stack, first.url,
                     f'fallback_urls = ["{second.url}"]\nreturn_after = 5')
    gateway.start()
    gateway.wait_running()
    wait_connected(gateway, second.url)
    watcher = Subscriber(second, directory)
    stack.callback(watcher.close)
    second.publish(f"/type/{GATEWAY}/call", call("lockStatus", "nobody", message=5))
    watcher.find("a reply by the fallback", lambda body: body.get("msgId") == 5 and
                 body.get("msgtype") == "respone")
    first.start()
    wait_connected(gateway, first.url, 30)
    watcher = Subscriber(first, directory, name="second-watcher")
    stack.callback(watcher.close)
    first.publish(f"/type/{GATEWAY}/call", call("lockStatus", "nobody", message=6))
    watcher.find("a reply by the first broker", lambda body: body.get("msgId") == 6 and
                 body.get("msgtype") == "respone")
    text = gateway.command("status")
    require("stage" in text and "connected" in text, text)


def test_refused_credentials_are_read_again(directory, stack):
    broker = GuardedBroker(directory, "gw", "right")
    stack.callback(broker.close)
    file = os.path.join(directory, "credentials.json")

    def write(token):
        with open(file + ".new", "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as stream:
            json.dump({"user": "gw", "token": token}, stream)
        os.replace(file + ".new", file)

    write("wrong")
    gateway = daemon(directory, stack, broker.url, f'credentials_file = "{file}"')
    gateway.start()
    gateway.wait_running()
    status = wait_for("refused", lambda: (lambda status: status if "refused" in (
        status.get("lastError") or "") else None)(broker_status(gateway)), 20, 0.3)
    require(status["stage"] in ("reconnect", "freshCredentials"), f"stage {status['stage']}")
    write("right")
    wait_connected(gateway, broker.url, 30)
    require("wrong" not in gateway.log() and '"right"' not in gateway.log(), "a token is in the log")
    with open(os.path.join(directory, "daemon.log"), "w"):
        pass
    os.remove(file)
    broker.kill()
    broker.start()
    wait_for("no anonymous connection", lambda: "no credentials" in (
        broker_status(gateway).get("lastError") or ""), 30, 0.3)


class ConfigurationEndpoint:
    """An HTTPS server that gives tokens, each once."""

    def __init__(self, authority, tokens):
        endpoint = self
        self.tokens, self.asked = list(tokens), 0

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                endpoint.asked += 1
                body = json.dumps({"user": "gw", "token": endpoint.tokens.pop(0)}).encode()
                self.send_response(200)
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for piece in (body[:7], body[7:]):
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                self.wfile.write(b"0\r\n\r\n")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(authority.certificate, authority.key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"https://localhost:{self.server.server_address[1]}/gateways/1"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def test_refused_credentials_are_fetched_again(directory, stack):
    authority = Authority(directory)
    broker = GuardedBroker(directory, "gw", "second", authority)
    stack.callback(broker.close)
    endpoint = ConfigurationEndpoint(authority, ["first", "second"])
    stack.callback(endpoint.close)
    gateway = daemon(directory, stack, broker.url,
                     f'credentials_url = "{endpoint.url}"\ntls.ca_file = "{authority.ca}"')
    gateway.start()
    gateway.wait_running()
    wait_connected(gateway, broker.url, 30)
    require(endpoint.asked == 2, f"asked {endpoint.asked} times")
    cache = os.path.join(gateway.state, "broker-credentials.json")
    require(os.stat(cache).st_mode & 0o777 == 0o600, "the cache is open to others")
    gateway.process.stop()
    gateway.start()
    wait_connected(gateway, broker.url, 30)
    require(endpoint.asked == 2, "the cache was not used")
    require("second" not in gateway.log(), "a token is in the log")


def test_environment_chooses(directory, stack):
    staging, production = brokers(directory, stack, 2)
    gateway = daemon(directory, stack, "mqtt://127.0.0.1:1",
                     f'environment = "stg"\nstg.url = "{staging.url}"\nprd.url = "{production.url}"')
    gateway.start()
    wait_connected(gateway, staging.url, 30)
    gateway.process.stop()
    with open(gateway.configuration) as file:
        text = file.read()
    with open(gateway.configuration, "w") as file:
        file.write(text.replace('environment = "stg"', 'environment = "prd"'))
    gateway.start()
    wait_connected(gateway, production.url, 30)
    for broker, name in ((staging, "stg"), (production, "prd")):
        with open(os.path.join(broker.directory, "broker.log"), errors="replace") as file:
            log = file.read()
        require(f" as {name}:gw:{GATEWAY} " in log, f"not known as {name}: {log[-500:]}")


def test_many_messages_make_no_storm(directory, stack):
    house = Furnished(directory, stack)
    wait_connected(house.daemon, house.broker.url)
    before = broker_status(house.daemon)["counters"]
    house.broker.kill()
    house.house.tell("storm 20 400")
    wait_for("many were dropped or kept", lambda: (lambda counters: counters["published"] >
             before["published"] + 100)(broker_status(house.daemon)["counters"]), 60, 0.5)
    after = broker_status(house.daemon)["counters"]
    require(after["triesFromSends"] - before["triesFromSends"] <= 1, f"{before} {after}")
    require(after["attempts"] - before["attempts"] <= 8, f"{before} {after}")
