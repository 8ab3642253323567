#!/usr/bin/env python3
"""Shows that mosquitto publishes again, with DUP, messages of QoS 2 that it has already released.

A subscriber takes 300 messages, answers each with PUBREC, gets each PUBREL and goes without PUBCOMP. Then come
connections that end before the broker has answered. The next one should get 300 times PUBREL, as clause 4.4 says; from
mosquitto 2.0.11 it gets 300 times PUBLISH. For a client that had forgotten the identifiers at PUBREL, as clause 4.3.3
tells it to, those are new messages: this is why `scripts/reliability mqtt-kill` can find messages twice on a machine that
is so busy that connections end before they are answered.

It speaks to the broker by hand, without any client library.
"""
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time

COUNT = 300


def text(value):
    return struct.pack(">H", len(value)) + value


def connect(port):
    link = socket.create_connection(("127.0.0.1", port))
    body = text(b"MQTT") + b"\x04\x00\x00\x3c" + text(b"subscriber")
    link.sendall(bytes([0x10, len(body)]) + body)
    return link


def packets(link, seconds):
    """What comes until nothing has come for a while; every packet here is short."""
    link.settimeout(seconds)
    buffer, found = b"", []
    try:
        while chunk := link.recv(65536):
            buffer += chunk
            while len(buffer) >= 2 and len(buffer) >= 2 + buffer[1]:
                found.append((buffer[0], buffer[2:2 + buffer[1]]))
                buffer = buffer[2 + buffer[1]:]
    except TimeoutError:
        pass
    return found


def counts(found):
    return sum(head >> 4 == 6 for head, _ in found), sum(head >> 4 == 3 for head, _ in found)


def main():
    with tempfile.TemporaryDirectory() as directory, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        configuration = os.path.join(directory, "mosquitto.conf")
        with open(configuration, "w") as file:
            file.write(f"listener {port} 127.0.0.1\nallow_anonymous true\nmax_inflight_messages 1000\n")
        broker = subprocess.Popen(["mosquitto", "-c", configuration], stderr=subprocess.DEVNULL)
        try:
            time.sleep(0.5)
            link = connect(port)
            packets(link, 0.3)
            body = b"\x00\x01" + text(b"t") + b"\x02"
            link.sendall(bytes([0x82, len(body)]) + body)
            packets(link, 0.3)
            lines = "\n".join(map(str, range(COUNT)))
            subprocess.run(["mosquitto_pub", "-p", str(port), "-q", "2", "-t", "t", "-l"], input=lines.encode(), check=True)
            for head, body in packets(link, 1):
                if head >> 4 == 3:
                    link.sendall(b"\x50\x02" + body[3:5])
            released, _ = counts(packets(link, 1))
            link.close()
            for _ in range(30):
                connect(port).close()
                time.sleep(0.01)
            again, repeated = counts(packets(connect(port), 1))
        finally:
            broker.kill()
            broker.wait()
    print(f"{released} messages were released; then {again} came as PUBREL and {repeated} as PUBLISH")
    return 0 if repeated == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
