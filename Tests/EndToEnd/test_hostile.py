"""Whatever comes from the broker or over the control socket: it is refused, the memory stays bounded, and the
daemon answers the next call."""
import json
import os
import socket
import time

from furnished import Furnished, require
from house import GATEWAY, PIN, USER, call, milliseconds, wait_for

TOPIC = f"/type/{GATEWAY}/call"
UNLOCK = {"optype": "unlock", "type": "pin", "pin": PIN, "userid": USER}


def resident(daemon):
    """Kilobytes of memory that the daemon holds."""
    with open(f"/proc/{daemon.process.child.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def descriptors(daemon):
    return len(os.listdir(f"/proc/{daemon.process.child.pid}/fd"))


def text(number):
    return len(number).to_bytes(2, "big") + number


def packet(first, body):
    length, left = b"", len(body)
    while True:
        length += bytes([left % 128 | (0x80 if left >= 128 else 0)])
        left //= 128
        if not left:
            return bytes([first]) + length + body


def publish_raw(broker, bodies, topic=TOPIC, qos=1):
    """Many publishes of any bytes over one connection."""
    with socket.create_connection(("127.0.0.1", broker.port), 10) as client:
        client.sendall(packet(0x10, text(b"MQTT") + b"\x04\x02\0\0" + text(b"raw")))
        client.recv(4)
        for number, body in enumerate(bodies):
            data = body if isinstance(body, bytes) else body.encode("utf-8", "surrogatepass")
            client.sendall(packet(0x30 | qos << 1, text(topic.encode()) + (number % 60000 + 1).to_bytes(2, "big")
                                  + data))
        client.settimeout(0.3)
        try:
            while client.recv(65536):
                pass
        except OSError:
            pass


def hostile_bodies(house):
    good = call("openLock", house.lock, dict(UNLOCK), message=1)
    odd = (None, True, 1, -1, 1.5, 1e308, "", "\0", "💥", "a/b", "#", "+", "$SYS", [], {}, [[]], {"a": 1}, "a" * 300)
    bodies = ["", "{", "[]", "null", "x" * 70_000, "[" * 60_000, '{"a":' * 1000 + "1" + "}" * 1000,
              json.dumps(good) + json.dumps(good), "\ufeff" + json.dumps(good), json.dumps(good) + "\0",
              b"\xff\xfe" + json.dumps(good).encode(), json.dumps(good).encode("utf-16")]
    wrong = {**UNLOCK, "pin": "x00001"}
    bodies += [json.dumps({**good, "params": wrong, key: value}) for key in good for value in odd]
    bodies += [json.dumps({**good, "params": {**wrong, key: value}}) for key in wrong for value in odd]
    stranger = json.dumps({**good, "userId": "stranger"})
    bodies += [stranger, stranger[:-1] + ',"userId":"another"}', '{"userId":"another",' + stranger[1:]]
    bodies += [json.dumps({**good, "gwId": "OTHER"}), json.dumps({**good, "msgtype": "event"}),
               json.dumps({**good, "msgtype": "respone"}), json.dumps({**good, "func": "gatewayReset"}),
               json.dumps({**good, "func": "OPENLOCK"}), json.dumps({**good, "func": "gwevent"})]
    now = milliseconds()
    stamps = (0, -1, now - 60_000, now + 60_000, now * 1000, 2 ** 63 - 1, -2 ** 63, 2 ** 64, "abc", "NaN", "1e13")
    bodies += [json.dumps({**good, "timestamp": str(stamp)}) for stamp in stamps]
    targets = ("*", "all", "ffff", "0xFFFFFFFFFFFFFFFF", GATEWAY, "../" + house.lock, house.lock + " ")
    return bodies + [json.dumps({**good, "deviceId": target}) for target in targets]


def test_hostile_calls_open_nothing_and_are_survived(directory, stack):
    house = Furnished(directory, stack)
    bodies = hostile_bodies(house)
    require(len(bodies) > 250, f"{len(bodies)} bodies")
    before = resident(house.daemon)
    publish_raw(house.broker, bodies)
    require(house.call("lockStatus", house.lock, seconds=40)["returnCode"] == "200", "the next call")
    ledger = house.ledger()
    # The wrong PINs are tried at the lock until the fifth locks the caller out.
    require(ledger["unlockFrames"] <= 5 and not any(frame["succeeded"] for frame in ledger["frames"]), ledger)
    require(resident(house.daemon) < before + 16_384, "the memory has grown")
    require(house.daemon.process.running and PIN not in house.daemon.log(), "running, and silent about the PIN")


def test_a_message_that_is_too_large_does_not_shut_the_gateway_out(directory, stack):
    house = Furnished(directory, stack)
    for qos in (1, 2):
        house.broker.publish(TOPIC, "x" * 400_000, qos=qos)
    house.broker.publish(f"/orangeiot/{GATEWAY}/call", "x" * 30_000_000, qos=2)
    require(house.call("lockStatus", house.lock)["returnCode"] == "200", "the next call")
    require(resident(house.daemon) < 40_000, "the memory has grown")
    require("connection ended" not in house.daemon.log(), "the connection was ended")
    house.daemon.process.stop()
    house.daemon.start()
    house.daemon.wait_running()
    require(house.call("lockStatus", house.lock)["returnCode"] == "200", "after a restart")


def test_a_flood_and_its_replay_open_the_lock_once(directory, stack):
    house = Furnished(directory, stack)
    # Few of each: this broker writes all it holds to the disk after every message.
    one = json.dumps(call("openLock", house.lock, dict(UNLOCK), message=50_000))
    strangers = [json.dumps(call("openLock", house.lock, dict(UNLOCK), message=number, user=f"stranger{number}"))
                 for number in range(60)]
    lists = [json.dumps(call("getDeviceList", GATEWAY, message=60_000 + number)) for number in range(40)]
    day = [one] * 20 + strangers + lists
    for bodies in (day, day, day[::-1]):
        publish_raw(house.broker, bodies)
    require(house.call("lockStatus", house.lock, seconds=60)["returnCode"] == "200", "the next call")
    require(house.ledger()["unlockFrames"] == 1, f"{house.ledger()['unlockFrames']} unlock frames for one call")
    require(resident(house.daemon) < 60_000, f"{resident(house.daemon)} kB")


def test_the_control_socket_survives_its_clients(directory, stack):
    house = Furnished(directory, stack)
    path = house.daemon.runtime + "/control.sock"

    def connect():
        client = socket.socket(socket.AF_UNIX)
        client.connect(path)
        client.settimeout(5)
        stack.callback(client.close)
        return client

    def answers(after):
        start = time.monotonic()
        require(len(house.daemon.devices()) == 5, after)
        require(time.monotonic() - start < 4, f"slow after {after}")

    before, open_before = resident(house.daemon), descriptors(house.daemon)
    for data in (b"\xff\0" * 50_000, b"\n" * 3_000_000, b'{"command":"dev', b'{"command":' + b"[" * 100_000 + b"\n",
                 b'{"command":"permit-join","seconds":1e400}\n', b'{"command":"users"}\n' * 3_000):
        client = connect()
        client.sendall(data)
        answers(f"{data[:20]} ({len(data)} bytes)")
        client.close()
    for request in (b'{"command":"devices"}\n', b'{"command":"devices"}'):
        client = connect()
        client.sendall(request)
        client.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: client.recv(65536), b""))
        require(len(json.loads(answer)["result"]) == 5, f"{answer[:80]} to one who asks nothing more")
    halves = []
    for _ in range(200):
        try:
            client = connect()
            halves.append(client)
            client.sendall(b'{"command":"' + b"x" * (1 << 20))
        except OSError:
            pass
    answers("200 connections with half a line")
    for client in halves:
        client.close()
    pipes = [connect() for _ in range(40)]
    for client in pipes:
        client.setblocking(False)
    for _ in range(50):
        for client in pipes:
            try:
                client.send(b'{"command":"devices"}\n' * 200)
            except OSError:
                pass
    answers("40 clients that ask and do not read")
    for client in pipes:
        client.close()
    monitors = []
    for _ in range(60):
        monitors.append(connect())
        monitors[-1].sendall(b'{"command":"monitor"}\n')
    house.house.tell("storm 300 600")
    answers("60 watchers that do not read")
    for client in monitors:
        client.close()
    require(resident(house.daemon) < before + 80_000, f"{resident(house.daemon) - before} kB more")
    wait_for("the descriptors are closed", lambda: descriptors(house.daemon) <= open_before + 1, 5)
