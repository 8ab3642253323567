#!/usr/bin/env python3
"""Makes the seeds in Fuzz/corpus from the captured frames and from the texts below.

Run it after the captures or the form of a target's input have changed. Inputs that fuzzing has found are
named `found-...` and stay.
"""
import json
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORPUS = os.path.join(ROOT, "Fuzz", "corpus")
CAPTURES = os.path.join(ROOT, "Tests", "Fixtures", "captures")
USER, GATEWAY = "5c4fe492dc93897aa7d8600b", "GW01182510001"
LOCK, LAMP = "ZG01182510002", "0017880102010304"


def seed(target, name, content):
    folder = os.path.join(CORPUS, target)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "wb") as file:
        file.write(content)


def clear():
    for folder, _, names in os.walk(CORPUS):
        for name in names:
            if not name.startswith("found-"):
                os.remove(os.path.join(folder, name))


def counted(content):
    return bytes([min(len(content), 255)]) + content[:255]


def frames():
    """The ZNP frames of the captures, and the messages inside them."""
    with open(os.path.join(CAPTURES, "frames.jsonl")) as file:
        records = [json.loads(line) for line in file]
    seen = set()
    for record in records:
        content = bytes.fromhex(record["bytes_hex"])
        if record["protocol"] == "znp":
            seed("unpi", record["id"], content)
            if record["direction"] == "in" and record["kind"] not in seen:
                seen.add(record["kind"])
                seed("znp-session", record["id"], b"\x00" + counted(content))
        if record["protocol"] == "ash":
            seed("ash", record["id"], content)
            if "ezsp_hex" in record["expected"]:
                # Version 13 and, for the layouts that changed, 14.
                for version in (9, 10):
                    inner = bytes([version]) + bytes.fromhex(record["expected"]["ezsp_hex"])
                    seed("ezsp", f"{record['id']}-{version + 4}", inner)
        if record["protocol"] == "zcl":
            message(record["id"], int(record["cluster"], 16), record["profile"] == "0x0000", content)
        fields = record["expected"].get("fields", {})
        if "data_hex" in fields and "cluster" in fields and "AF" in fields.get("name", ""):
            cluster = int(fields["cluster"], 16)
            message(record["id"], cluster, fields.get("src_ep", 1) == 0, bytes.fromhex(fields["data_hex"]))


def message(name, cluster, is_zdo, content):
    number = cluster.to_bytes(2, "little")
    seed("zdo" if is_zdo else "zcl", name, number + content)
    step = b"\x07\x80" if is_zdo else b"\x00\xff" + number + b"\x00"
    if is_zdo:
        step = b"\x07" + bytes([cluster & 0x3F | (0x80 if cluster & 0x8000 else 0)])
    seed("gateway", name, step + b"\x04" + counted(content))


def device_objects():
    """Every ZDO request and answer with a body that counts in small numbers."""
    for stem in (*range(0x07), 0x13, 0x15, 0x1F, 0x21, 0x22, 0x31, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3B):
        for cluster in (stem, stem | 0x8000):
            seed("zdo", f"cluster-{cluster:04x}", cluster.to_bytes(2, "little") + bytes([7, 0, 1, 2, 3, 1] * 6))


def streams():
    folder = os.path.join(CAPTURES, "streams")
    for name in sorted(os.listdir(folder)):
        if name.startswith(("znp", "ash")) and name.endswith(".hex"):
            with open(os.path.join(folder, name)) as file:
                digits = "".join(line.split("#")[0] for line in file)
            target = "unpi" if name.startswith("znp") else "ash"
            seed(target, name[:-4], bytes.fromhex(re.sub(r"[^0-9a-fA-F]", "", digits)))


def sessions():
    """Steps of the session targets: a life that goes well, and one with everything in it."""
    seed("znp-session", "send-and-confirm", bytes.fromhex("0700341203010203054105"))
    for number in range(8):
        seed("znp-session", f"order-{number}", bytes([8, number, 1, 2, 3, 4, 5, 5, 4, 0x10, 0x20, 0, 5]))
    seed("znp-session", "reset-indication", bytes.fromhex("0141800600020000020705"))
    seed("znp-session", "replug", bytes.fromhex("09050405200005090504ff2f0005"))
    for number in range(17):
        seed("gateway", f"script-{number}", bytes([12, number, 9, 0xFF, 0x40, 10, 0xFF, 0x4F]))
    for number in range(8):
        seed("gateway", f"call-{number}", bytes([11, number << 3, 9, 0xFF, 0x10, 11, number << 3 | 4, 10, 0xFF, 0x4F]))
    seed("gateway", "replug", bytes([14, 10, 0xFF, 0x3F, 12, 7]))
    for flags in range(8):
        seed("mqtt-session", f"life-{flags}", bytes([flags]) + bytes.fromhex(
            "050107050207110c0d0c0206070b010b0a08010b2d0404a00402"))
        seed("mqtt-session", f"life-5-{flags}", bytes([flags | 0x10]) + bytes.fromhex(
            "0501070502070f050c41060c0d0d0b010b0a08010b2d100341020040000404a00402"))
    for packet, content in {
        "connect": "100d00044d51545404000003c000163", "connack": "20020100", "publish0": "3105000161aabb",
        "publish1": "32080003612f62000aff", "publish2": "3c05000161ffff", "puback": "4002000a", "pubrec": "5002000a",
        "pubrel": "6202000a", "pubcomp": "7002000a", "subscribe": "820e000a0003612f62010003632f6402",
        "suback": "9005000a000280", "unsubscribe": "a20c000a0003612f620003632f64", "unsuback": "b002000a",
        "pingreq": "c000", "pingresp": "d000", "disconnect": "e000",
        "connect-full": "101d00044d51545404ee000a000467773a310001770002010200017500 0170",
    }.items():
        digits = content.replace(" ", "")
        seed("mqtt-packet", packet, bytes.fromhex(digits[: len(digits) // 2 * 2]))
    for packet, content in {
        "connect": "105d00044d51545405f6000a291100000e1021001027000400002200 0a19011700260001 6b000176150005534352414d"
                   "1600030102030002677718 0100020000003c0300017408000172090001091800000005000177 0001ff000175000170",
        "connack": "20430000401 1ffffffff21001424012501270001000012000267312200051f00026f6b260001610001622801290"
                   "02a0113001e1a0002722f1c00017315 00016d1600020102",
        "publish": "30350003612f622e230003010102000000010300047465787408000372 2f31090000260001620001322600016100"
                   "00260001620001 31ff",
        "publish-alias": "300700000323ffff01", "publish-identifiers": "3010000161 0c0b010b80010bffffff7f0b01",
        "puback": "4009000a97051f00026e6f", "pubrec": "5003000a10", "pubrel": "6203000a92",
        "pubcomp": "7009000a00052600000000",
        "subscribe": "821b000a030bc8010003612f622e000c2473686172652f672f612f2301", "suback": "9005000a0001a2",
        "unsubscribe": "a20b000a000003612f6200012b", "unsuback": "b005000a000011", "disconnect": "e00704051100000000",
        "auth": "f00a180815 00016d16000107",
    }.items():
        seed("mqtt-packet", "v5-" + packet, bytes.fromhex(content.replace(" ", "")))


def call(function, parameters, device=LOCK, **parts):
    body = {"msgtype": "request", "userId": USER, "msgId": 12, "gwId": GATEWAY, "deviceId": device,
            "func": function, "params": parameters, "returnCode": "0", "returnData": {},
            "timestamp": "1790000000000"}
    body.update(parts)
    return json.dumps(body, separators=(",", ":")).encode()


def calls():
    bodies = {
        "unlock": call("openLock", {"optype": "unlock", "type": "pin", "pin": "482915"}),
        "lock": call("openLock", {"optype": "lock"}),
        "read": call("readAttribute", {"clusterID": 6, "attributeID": [0, 1]}, LAMP),
        "write": call("writeAttribute", {"clusterID": 6, "attributeID": 16385, "attributeDataType": 33, "value": 1}, LAMP),
        "write-struct": call("writeAttribute", {"clusterID": "0x0008", "attributeID": 0, "value": [1, True, "a", 1.5]}, LAMP),
        "command": call("sendCommand", {"clusterID": 6, "commandID": 1, "endpoint": 11, "payload": "00ff"}, LAMP),
        "light": call("setControlLight", {"on": True, "level": 7, "colorTemperature": 370, "hue": 3, "saturation": 9}, LAMP),
        "join": call("setJoinAllow", {"mode": "zigbee", "time": 60}, GATEWAY),
        "list": call("getDeviceList", {}, GATEWAY), "delete": call("delDevice", {"bustype": "zigbee"}),
        "power": call("getPower", {}), "status": call("lockStatus", {}), "basic": call("BasicInfo", {}),
        "signal": call("getzblocksignal", {}), "unknown": call("otaNotify", {"url": "x"}),
        "stale": call("getPower", {}, timestamp=1500000000000), "notice": b'{"func":"gatewayState","returnCode":"0"}',
    }
    for name, body in bodies.items():
        seed("cloud-call", name, b"\x00\x10" + body)
        seed("json", name, body)
    for name, text in {"numbers": '[0,-1,1e3,-0.5,9223372036854775807,1e400,123456789012345678901]',
                       "strings": r'["","\u0000\ud83d\ude00\\\"/","é"]', "deep": "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]",
                       "literals": '{"a":null,"b":true,"a":false}'}.items():
        seed("json", name, text.encode())


def texts():
    with open(os.path.join(ROOT, "config", "gatehouse.toml"), "rb") as file:
        example = file.read()
    seed("settings", "example", example)
    seed("settings", "example-all", re.sub(rb"(?m)^#\s?([a-z_]+ = |\[)", rb"\1", example))
    with open(os.path.join(ROOT, "Tests", "Fixtures", "settings", "errors.txt")) as file:
        blocks = file.read().split("\n---\n")[1:]
    for number, block in enumerate(blocks):
        if number % 4 == 0:
            seed("settings", f"error-{number:03}", block.split("\n=> ")[0].encode())
    script = ("add lamp lamp\nadd lock lock ieee=00124b0000000001 model=X1\nadd sensor s count=3\njoin all # all\n"
              "wait 1.5\nset s-1 temperature 21.5\nreport s-1 temperature\nunlock lock pin 1234\nlock lock manual\n"
              "program lock 3 pin 9876\nwrong-code lock\nalarm lock 1\n")
    seed("simulator-script", "devices", script.encode())
    seed("simulator-script", "time", b"add plug p\nat 5 press p\nevery 0.5 report p power\nwait 3\nstorm 100 50\nquit\n")
    seed("simulator-script", "radio", b"add contact c\njoin c\nopen c\nclose c\ntamper c on\nlow-battery c off\n"
         b"radio latency=5 jitter=2\nradio 5 2\ndrop c\nreturn c\nmove c\nleave c\nreset watchdog\nhang-up\nreplug /tmp/x\n"
         b"devices\nledger\n")
    lines = [b'{"command":"devices"}', b'{"command":"users"}', b'{"command":"permit-join","seconds":60}',
             b'{"command":"call","func":"getPower","device":"00124b001ba509c1","params":{}}',
             b'{"command":"rename","device":"00124b001ba509c1","name":"Door"}', b'{"command":"monitor"}',
             b'{"command":"remove","device":"00124b001ba509c1","force":true}', b'{"command":"network"}',
             b'{"command":"users-allow","user":"u1"}', b'{"command":"users-remove","user":"u1"}',
             b'{"command":"network-restore","backup":{}}', b'{"command":"network-form"}',
             b'{"command":"network-backup","saved":true}', b'{"command":"network-adopt"}', b"nonsense"]
    for number, line in enumerate(lines):
        seed("control-line", f"line-{number:02}", counted(line[:20]) + counted(line[20:] + b"\n"))


def state():
    identity = {"ieee": "00124b001ba509c1", "deviceId": "d", "name": "n", "lock": True, "software": "1"}
    operation = {"source": 0, "code": 2, "user": 1, "localTime": 4, "data": "00ff"}
    programming = dict(operation, type=0, status=1)
    events = {
        "lock": {"kind": "lockOperation", "operation": operation},
        "program": {"kind": "lockProgramming", "programming": programming},
        "alarm": {"kind": "alarm", "code": 1, "cluster": 257}, "online": {"kind": "online", "joined": True},
        "reset": {"kind": "gatewayReset"}, "deleted": {"kind": "deleted"},
    }

    def dump(value):
        return json.dumps(value, separators=(",", ":")).encode()

    for name, event in events.items():
        seed("state", f"event-{name}", b"\x01" + dump({"id": 7, "time": 9, "device": identity, **event}))
    key = "0123456789abcdef" * 2
    backup = {
        "metadata": {"format": "zigpy/open-coordinator-backup", "version": 1, "source": "x", "internal": {}},
        "coordinator_ieee": "00124b0000000001", "pan_id": "1a62", "extended_pan_id": "dddddddddddddddd",
        "nwk_update_id": 0, "security_level": 5, "channel": 11, "channel_mask": [11, 15],
        "network_key": {"key": key, "sequence_number": 0, "frame_counter": 100},
        "devices": [{"nwk_address": "1234", "ieee_address": "0015ac0000000001", "is_child": True,
                     "link_key": {"key": key, "rx_counter": 1, "tx_counter": 2}}],
        "stack_specific": {"zstack": {"tclk_seed": key}}}
    seed("state", "backup", b"\x00" + dump(backup))
    values = {
        "power": {"power": 80}, "lock": {"lockState": 1}, "signal": {"signal": -60},
        "response": {"command": 1, "payload": "00"}, "users": {"users": [{"user": "u", "configured": True}]},
        "basic": {"basicInfo": {"ieee": "00124b001ba509c1", "model": "m", "linkQuality": 3}},
        "devices": {"devices": [{"device": identity, "model": "m", "available": True, "joinedAt": 1}]},
        "attributes": {"attributes": [{"device": "00124b001ba509c1", "endpoint": 1, "cluster": 6, "attribute": 0,
                                       "status": 0, "type": 16, "raw": "01", "value": True, "unit": ""}]},
    }
    for name, value in values.items():
        seed("state", f"call-{name}", b"\x02\x00" + dump(
            {"local": False, "answered": False, "context": "00ff", "result": {"code": "0", "value": value}}))
    metadata = [b'lockout/caller/5c4fe492dc93897aa7d8600b={"failures":[1,1789999999999],"count":2,"until":1790000000001}',
                b"reserved-events=77", b"event/7=" + dump({"id": 7, "time": 9, "device": identity, **events["lock"]}),
                b'lockout/lock/00124b001ba509c1={"failures":[],"count":0,"until":null}']
    seed("state", "metadata", b"\x03" + b"\n".join(metadata))
    seed("state", "value", b"\x04\x4c\x02\x00\x20\x01\x42\x01a")
    seed("state", "rows", b"\x05\x01\x01\x06\x00\x00\x00\x00\x00\x10\x01\x01")
    seed("state", "device", b"\x06\x01\x00\x34\x12\x00\x04Door\x14{\"deviceId\":\"AB12\"}\x01\x0a\x00\x00\x00")
    for number, patch in enumerate([(0, b"\x00"), (18, b"\x01\x01"), (100, b"\x0d\x00"), (4096, b"\xff" * 8)]):
        place, content = patch
        seed("store-file", f"patch-{number}",
             b"\x01" + place.to_bytes(3, "little") + bytes([len(content) - 1]) + content)
    seed("store-file", "empty", b"\x00")
    seed("store-file", "header", b"\x00SQLite format 3\x00\x10\x00\x02\x02\x00\x40\x20\x20")


def transports():
    frames = {
        "message": b"\x82\x02\x30\x00", "pieces": b"\x02\x01\x01\x00\x00\x80\x01\x02",
        "long": b"\x82\x7e\x00\x80" + b"x" * 128, "huge": b"\x82\x7f\x00\x00\x00\x00\x10\x00\x00\x00ab",
        "ping": b"\x02\x01\x01\x89\x04ping\x80\x00", "bye": b"\x88\x09\x03\xe9restart", "bare-bye": b"\x88\x00",
        "text": b"\x81\x01x", "reserved": b"\xc2\x01x", "masked": b"\x82\x81\x01\x02\x03\x04\x05",
        "half-code": b"\x88\x01\x03", "bad-reason": b"\x88\x03\x03\xe8\xc3", "padded": b"\x82\x7e\x00\x01x",
    }
    for name, frame in frames.items():
        seed("web-socket", name, b"\x00" + frame)
    seed("web-socket", "answer", b"\x01HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         b"Sec-WebSocket-Accept: x\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n")
    seed("web-socket", "refusal", b"\x01HTTP/1.1 404 Not Found\r\n\r\n")
    seed("proxy-answer", "socks", b"\x7c\x05\x00\x05\x00\x00\x01\x0a\x00\x00\x01\x00\x50rest")
    seed("proxy-answer", "socks-steps", b"\x04\x05\x00\x05\x00\x00\x03\x01a\x00\x50")
    seed("proxy-answer", "socks-password", b"\x06\x05\x02\x01\x00\x05\x00\x00\x04" + b"\x00" * 18)
    seed("proxy-answer", "socks-no", b"\x04\x05\x00\x05\x04")
    seed("proxy-answer", "http", b"\xfdHTTP/1.1 200 OK\r\nVia: x\r\n\r\nrest")
    seed("proxy-answer", "http-wait", b"\x0dHTTP/1.1 100 x\r\n\r\nHTTP/1.0 407 y\r\n\r\n")
    for number, url in enumerate(["mqtt://broker", "mqtts://[2001:db8::1]:8883/", "ws://b:80/mqtt?a=%20", "wss://b",
                                  "unix:/run/a%20b", "mqtt+unix:///run/x", "mqtt://[fe80::1%25eth0]", "mqtt://u:p@b",
                                  "socks5h://proxy", "http://[::1.2.3.4]:8080", "mqtt://b%6f", "ws://b/#x"]):
        seed("broker-url", f"url-{number:02}", url.encode())


if __name__ == "__main__":
    clear()
    for part in (frames, device_objects, streams, sessions, calls, texts, state, transports):
        part()
    for target in sorted(os.listdir(CORPUS)):
        folder = os.path.join(CORPUS, target)
        sizes = [os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder)]
        print(f"{target:<18}{len(sizes):>5} files{sum(sizes):>8} bytes")
