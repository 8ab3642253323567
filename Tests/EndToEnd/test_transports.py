"""The ways to the broker: TLS with a client certificate or a pre-shared key, WebSocket, a Unix socket, proxies."""
import os
import time

from covers import covers
from furnished import require
from house import GATEWAY, Authority, Broker, Daemon, House, Subscriber, call, free_port, wait_for
from proxy import HTTPConnect, Socks5


class Reached:
    """A daemon that reaches its broker over one more listener; the test watches by the usual one."""

    def __init__(self, directory, stack, listener, url, mqtt="", waits=True):
        self.broker = Broker(directory, more=listener)
        stack.callback(self.broker.close)
        self.house = House(directory)
        stack.callback(self.house.close)
        self.daemon = Daemon(directory, self.house.link, url, mqtt=mqtt)
        stack.callback(self.daemon.close)
        self.watcher = Subscriber(self.broker, directory)
        stack.callback(self.watcher.close)
        self.daemon.start()
        self.daemon.wait_running()
        if waits:
            self.ask(1)

    def ask(self, number):
        """A call and its reply by way of the broker."""
        after = self.watcher.count
        self.broker.publish(f"/type/{GATEWAY}/call", call("getDeviceList", GATEWAY, message=number))
        return self.watcher.find("the reply", lambda body: body.get("msgtype") == "respone"
                                 and body.get("msgId") == number, 20, after)["body"]

    def fails(self, words):
        wait_for(f"'{words}' in the log", lambda: words in self.daemon.log(), 20)
        require(self.daemon.process.running, "the daemon goes on")


def secret(directory, name, content):
    path = os.path.join(directory, name)
    with open(path, "w", opener=lambda file, flags: os.open(file, flags, 0o600)) as file:
        file.write(content + "\n")
    return path


def tls_listener(authority, port, *more):
    return [f"listener {port} 127.0.0.1", f"cafile {authority.ca}", f"certfile {authority.certificate}",
            f"keyfile {authority.key}", *more]


def test_a_client_certificate_opens_the_broker_and_without_it_the_reason_is_told(directory, stack):
    authority, port = Authority(directory), free_port()
    certificate, key, _ = authority.client("gateway", "open sesame")
    password = secret(directory, "key-password", "open sesame")
    listener = tls_listener(authority, port, "require_certificate true")
    url, trust = f"mqtts://localhost:{port}", f'tls.ca_file = "{authority.ca}"\n'
    reached = Reached(directory, stack, listener, url, trust + f'tls.certificate_file = "{certificate}"\n'
                      f'tls.key_file = "{key}"\ntls.key_password_file = "{password}"\ntls.minimum_version = "1.3"')
    require(reached.ask(2)["returnCode"] == "200", "the call is answered")
    reached.daemon.process.stop()
    bare = Daemon(directory, reached.house.link, url, mqtt=trust)
    stack.callback(bare.close)
    bare.start()
    wait_for("the reason", lambda: "does not accept our certificate or wants one" in bare.log(), 20)
    require(bare.process.running, "the daemon goes on")


def test_a_pkcs12_file_does_the_same(directory, stack):
    authority, port = Authority(directory), free_port()
    _, _, store = authority.client("gateway", "open sesame")
    password = secret(directory, "key-password", "open sesame")
    Reached(directory, stack, tls_listener(authority, port, "require_certificate true"),
            f"mqtts://localhost:{port}",
            f'tls.ca_file = "{authority.ca}"\ntls.pkcs12_file = "{store}"\ntls.key_password_file = "{password}"\n'
            'tls.maximum_version = "1.2"')


def test_a_pre_shared_key_stands_in_for_certificates(directory, stack):
    port, keys = free_port(), os.path.join(directory, "keys")
    with open(keys, "w") as file:
        file.write("gateway:00112233445566778899aabbccddeeff\n")
    listener = [f"listener {port} 127.0.0.1", f"psk_file {keys}", "psk_hint hint"]
    good = secret(directory, "psk", "00112233445566778899aabbccddeeff")
    bad = secret(directory, "wrong-psk", "ff112233445566778899aabbccddeeff")
    url, named = f"mqtts://localhost:{port}", 'tls.psk_identity = "gateway"\n'
    reached = Reached(directory, stack, listener, url, f'{named}tls.psk_key_file = "{good}"')
    reached.daemon.process.stop()
    wrong = Daemon(directory, reached.house.link, url, mqtt=f'{named}tls.psk_key_file = "{bad}"')
    stack.callback(wrong.close)
    wrong.start()
    wait_for("the reason", lambda: "does not accept our pre-shared key" in wrong.log(), 20)


def test_a_pin_that_fits_nothing_keeps_the_broker_out(directory, stack):
    authority, port = Authority(directory), free_port()
    reached = Reached(directory, stack, tls_listener(authority, port), f"mqtts://localhost:{port}",
                      f'tls.ca_file = "{authority.ca}"\n'
                      'tls.pins = ["sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]', waits=False)
    reached.fails("no key of the server's chain is one of the pinned ones")


@covers("v3.1.1:MQTT-6.0.0-1", "v3.1.1:MQTT-6.0.0-2", "v3.1.1:MQTT-6.0.0-3")
def test_a_websocket_carries_everything(directory, stack):
    port = free_port()
    reached = Reached(directory, stack, [f"listener {port} 127.0.0.1", "protocol websockets"],
                      f"ws://127.0.0.1:{port}/mqtt", 'websocket.headers = ["X-Test: 1"]')
    for number in range(2, 12):
        require(reached.ask(number)["returnCode"] == "200", "the call is answered")
    reached.broker.kill()
    reached.broker.start()
    wait_for("the daemon is back", lambda: reached.daemon.log().count("broker") > 1, 5)
    time.sleep(2)
    require(reached.ask(20)["returnCode"] == "200", "the call is answered after the broker's restart")


def test_a_websocket_in_tls_carries_everything(directory, stack):
    authority, port = Authority(directory), free_port()
    Reached(directory, stack, tls_listener(authority, port, "protocol websockets"),
            f"wss://localhost:{port}", f'tls.ca_file = "{authority.ca}"')


def test_a_port_that_speaks_no_websocket_is_told(directory, stack):
    port = free_port()
    reached = Reached(directory, stack, [f"listener {port} 127.0.0.1"], f"ws://127.0.0.1:{port}", waits=False)
    reached.fails("does it speak WebSocket on this port?")


def test_a_unix_socket_carries_everything(directory, stack):
    path = os.path.join(directory, "broker.sock")
    Reached(directory, stack, [f"listener 0 {path}"], f"unix:{path}")


def through(directory, stack, proxy, listener, url, mqtt=""):
    """A daemon that reaches its broker through the proxy, which knows anna."""
    stack.callback(proxy.close)
    password = secret(directory, "proxy-password", "geheim")
    return Reached(directory, stack, listener, url,
                   f'{mqtt}proxy.url = "{proxy.scheme}://127.0.0.1:{proxy.port}"\nproxy.user = "anna"\n'
                   f'proxy.password_file = "{password}"')


def test_a_socks_proxy_gets_the_name_and_the_password(directory, stack):
    proxy, port = Socks5("anna", "geheim"), free_port()
    through(directory, stack, proxy, [f"listener {port} 127.0.0.1"], f"mqtt://broker.invalid:{port}")
    require(set(proxy.asked) == {("broker.invalid", port)}, f"asked for {proxy.asked}")


def test_an_http_proxy_carries_a_websocket_in_tls(directory, stack):
    proxy, port, authority = HTTPConnect("anna", "geheim"), free_port(), Authority(directory)
    through(directory, stack, proxy, tls_listener(authority, port, "protocol websockets"),
            f"wss://localhost:{port}", f'tls.ca_file = "{authority.ca}"\n')
    require(set(proxy.asked) == {("localhost", port)}, f"asked for {proxy.asked}")


def test_a_proxy_that_wants_a_password_is_told(directory, stack):
    proxy = HTTPConnect("anna", "geheim")
    stack.callback(proxy.close)
    port = free_port()
    reached = Reached(directory, stack, [f"listener {port} 127.0.0.1"], f"mqtt://127.0.0.1:{port}",
                      f'proxy.url = "http://127.0.0.1:{proxy.port}"', waits=False)
    reached.fails("it wants a user and a password")
    require(proxy.asked == [], "nothing was let through")
