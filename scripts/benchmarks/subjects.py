"""What is measured: how each program is started, when it is up, and how its messages are read.

A subject has `name`, `prefix` (of its keys in the JSON line), `command(run)`, `is_up(topic, payload)`,
`value(topic, payload)`, which gives (device, kind, number) for a message that tells a report, and
`prepare(house, count)`, after which `count` devices are known in the state directory.
"""
import json
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SCRATCH = os.path.join(ROOT, ".build", "bench")
FIRST_DEVICE = 0x00124B001C000001


class Unavailable(Exception):
    """Why a subject cannot be measured here."""


def device_index(ieee):
    return int(ieee, 16) - FIRST_DEVICE


class Gatehouse:
    name, prefix, ladder_from = "gatehouse", "", 8000
    gateway = "GW01182510001"

    def __init__(self):
        named = os.environ.get("GATEHOUSE") or os.path.join(ROOT, ".build", "release", "gatehouse")
        if not os.access(named, os.X_OK):
            raise Unavailable(f"no program {named}")
        self.program = named

    def command(self, run):
        configuration = os.path.join(run.directory, "gatehouse.toml")
        with open(configuration, "w") as file:
            file.write(f'schema = 1\n[gateway]\nid = "{self.gateway}"\nstate_dir = "{run.state}"\n'
                       f'runtime_dir = "{run.directory}/run"\n[[network]]\nadapter = "znp"\nport = "{run.port}"\n'
                       f'[mqtt]\nurl = "mqtt://127.0.0.1:{run.broker.port}"\n'
                       '[cloud]\nwill_topic = "state/{gateway}"\n'
                       '[log]\ntarget = "stderr"\n')
        os.makedirs(os.path.join(run.directory, "run"), exist_ok=True)
        os.chmod(run.state, 0o700)
        return [self.program, "run", "--config", configuration]

    # Both have to be told: the broker has the birth message, and the log has the network.
    log_says_up = re.compile(rb"network up")

    def is_up(self, topic, payload):
        return topic == f"state/{self.gateway}" and b"online" in payload

    def value(self, topic, payload):
        try:
            body = json.loads(payload)
            parameters = body["eventparams"]
            kind = parameters["devetype"]
            if kind == "devreport" and parameters["clusterID"] == 0x0402:
                return device_index(body["deviceId"]), "temp", parameters["attributeDataValue"][0]
            if kind == "lockop":
                return device_index(body["deviceId"]), "lock", parameters["userID"]
        except (ValueError, KeyError, TypeError, IndexError):
            pass
        return None

    def prepare(self, run, count):
        run.start()
        run.stand_in(op="stats")
        self._tell(run, "permit-join", "250")
        run.stand_in(op="join", **{"from": 0, "to": count}, gap_ms=5)
        end = time.monotonic() + 240
        while time.monotonic() < end:
            time.sleep(0.5)
            devices = json.loads(self._tell(run, "devices", "--json"))
            if sum(device["interview"] == "complete" for device in devices) == count:
                return
        raise Unavailable(f"{count} devices were not interviewed in time")

    def _tell(self, run, *words):
        return subprocess.run([self.program, words[0], "--config", os.path.join(run.directory, "gatehouse.toml"),
                               *words[1:]], capture_output=True, text=True, timeout=30, check=True).stdout


class Plain:
    """What the floor and the peer publish: one topic for each device, bodies of a few keys."""

    log_says_up = None

    def is_up(self, topic, payload):
        return topic == "zigbee2mqtt/bridge/state" and b"online" in payload

    def value(self, topic, payload):
        try:
            index = device_index(topic.removeprefix("zigbee2mqtt/0x"))
            body = json.loads(payload)
            if "temperature" in body:
                return index, "temp", round(body["temperature"] * 100)
            if "action_user" in body:
                return index, "lock", int(body["action_user"])
        except (ValueError, KeyError, TypeError):
            pass
        return None


class Floor(Plain):
    name, prefix, ladder_from = "floor", "floor_", 8000

    def __init__(self):
        self.program = os.path.join(SCRATCH, "floor")
        source = os.path.join(HERE, "floor.c")
        os.makedirs(SCRATCH, exist_ok=True)
        subprocess.run(["cc", "-O2", "-o", self.program, source, "-lmosquitto"], check=True)

    def command(self, run):
        return [self.program, run.port, str(run.broker.port)]

    def prepare(self, run, count):
        """It knows no devices."""


class Peer(Plain):
    name, prefix, ladder_from = "peer", "peer_", 400

    def __init__(self):
        base = os.environ.get("GATEHOUSE_PYTHON")
        if not base:
            raise Unavailable("GATEHOUSE_PYTHON names no Python 3.13 or newer")
        requirements = os.path.join(HERE, "peer-requirements.txt")
        directory = os.path.join(SCRATCH, "peer")
        self.python = os.path.join(directory, "bin", "python3")
        stamp = os.path.join(directory, "installed")
        with open(requirements) as file:
            wanted = file.read()
        try:
            version = subprocess.run([base, "-c", "import sys; print(sys.version_info >= (3, 13))"],
                                     capture_output=True, text=True, check=True).stdout.strip()
            if version != "True":
                raise Unavailable(f"{base} is older than Python 3.13")
            if not os.path.exists(stamp) or open(stamp).read() != wanted:
                subprocess.run([base, "-m", "venv", directory], check=True)
                subprocess.run([self.python, "-m", "pip", "install", "-q", "-r", requirements], check=True)
                with open(stamp, "w") as file:
                    file.write(wanted)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Unavailable(f"the peer cannot be installed: {error}") from error

    def command(self, run):
        return [self.python, os.path.join(HERE, "zha_mqtt.py"), "--port", run.port,
                "--mqtt", f"127.0.0.1:{run.broker.port}", "--dir", run.state]

    def prepare(self, run, count):
        run.start()
        known = set()
        for _ in range(6):
            missing = [index for index in range(count) if index not in known]
            if not missing:
                return
            for index in missing:
                run.stand_in(op="join", **{"from": index, "to": index + 1}, gap_ms=250)
            time.sleep(5)
            first = len(run.subscriber.messages)
            for index in range(0, count, 50):
                run.stand_in(op="inject", count=min(50, count - index), rate=50,
                             only=list(range(index, min(index + 50, count))))
            time.sleep(2)
            run.subscriber.parse()
            for topic, _, _ in run.subscriber.messages[first:]:
                if topic.startswith("zigbee2mqtt/0x"):
                    known.add(device_index(topic.removeprefix("zigbee2mqtt/0x")))
            print(f"bench: the peer knows {len(known)} of {count} devices", file=sys.stderr, flush=True)
        raise Unavailable(f"the peer did not interview {count} devices")


SUBJECTS = {subject.name: subject for subject in (Gatehouse, Floor, Peer)}
