"""A broker on a free loopback port, and a subscriber that stamps what arrives before it looks at it.

The subscriber is a bare MQTT 3.1.1 reader: whatever it did per message would be in the latencies.
"""
import os
import shutil
import socket
import struct
import subprocess
import threading
import time


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def connect(port, client, timeout=10):
    end = time.monotonic() + timeout
    while True:
        try:
            stream = socket.create_connection(("127.0.0.1", port), timeout=5)
            break
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    body = b"\x00\x04MQTT\x04\x02\x00\x00" + struct.pack(">H", len(client)) + client.encode()
    stream.sendall(bytes([0x10, len(body)]) + body)
    stream.recv(4)
    return stream


class Broker:
    def __init__(self, directory):
        self.port = free_port()
        configuration = os.path.join(directory, "mosquitto.conf")
        with open(configuration, "w") as file:
            file.write(f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_type error\n"
                       "max_queued_messages 0\nmax_inflight_messages 0\nset_tcp_nodelay true\n")
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        self.child = subprocess.Popen([program, "-c", configuration], stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL)

    def close(self):
        self.child.kill()
        self.child.wait()


class Subscriber(threading.Thread):
    """Every topic at QoS 0; `messages` holds (topic, payload, nanoseconds) after `parse()`."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.stream = connect(port, "bench")
        self.stream.settimeout(None)
        self.stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        self.stream.sendall(b"\x82\x06\x00\x01\x00\x01#\x00")
        self.rest, self.chunks, self.messages, self.received = bytearray(), [], [], 0
        self.start()

    def run(self):
        clock, receive, add = time.monotonic_ns, self.stream.recv, self.chunks.append
        while True:
            try:
                data = receive(262144)
            except OSError:
                return
            if not data:
                return
            add((clock(), data))
            self.received += len(data)

    def parse(self):
        while self.chunks:
            stamp, data = self.chunks.pop(0)
            self.rest += data
            start = 0
            while (taken := self._packet(start, stamp)) is not None:
                start = taken
            del self.rest[:start]

    def _packet(self, start, stamp):
        rest, at, length, shift = self.rest, start + 1, 0, 0
        while True:
            if at >= len(rest):
                return None
            length |= (rest[at] & 0x7F) << shift
            shift += 7
            at += 1
            if not rest[at - 1] & 0x80:
                break
        if len(rest) < at + length:
            return None
        if rest[start] >> 4 == 3:
            end = at + 2 + (rest[at] << 8 | rest[at + 1])
            body = end + (2 if rest[start] & 0x06 else 0)
            self.messages.append((bytes(rest[at + 2:end]).decode("utf-8", "replace"),
                                  bytes(rest[body:at + length]), stamp))
        return at + length

    def wait(self, matches, seconds, is_worth_it=lambda: True):
        """When the first message came that `matches(topic, payload)` accepts; None when none did in time."""
        end, index = time.monotonic() + seconds, 0
        while time.monotonic() < end and is_worth_it():
            self.parse()
            while index < len(self.messages):
                topic, payload, stamp = self.messages[index]
                if matches(topic, payload):
                    return stamp
                index += 1
            time.sleep(0.002)
        return None

    def close(self):
        self.stream.close()
