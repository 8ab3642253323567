"""The steps of `scripts/demo`, read back from the broker: every line printed was seen there."""
import argparse
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests", "EndToEnd"))
from house import (  # noqa: E402
    GATEWAY, PIN, USER, Authority, Broker, Daemon, Failure, House, Subscriber, binary, call, event, wait_for,
    workspace)

STARTED = time.monotonic()


def show(text):
    print(f"[{time.monotonic() - STARTED:6.2f} s] {text}", flush=True)


class Demo:
    def __init__(self, directory, tls):
        self.parts = []
        self.broker = self.keep(Broker(directory, Authority(directory) if tls else None))
        show(f"broker: mosquitto at {self.broker.url}")
        self.house = self.keep(House(directory))
        show(f"house: a Zigbee coordinator and five devices on {self.house.link}")
        extra = f'tls.ca_file = "{self.broker.tls.ca}"' if tls else ""
        self.daemon = self.keep(Daemon(directory, self.house.link, self.broker.url, mqtt=extra))
        self.watcher = self.keep(Subscriber(self.broker, directory))
        self.daemon.start()
        self.message = 0

    def keep(self, part):
        self.parts.append(part)
        return part

    def close(self):
        for part in reversed(self.parts):
            part.close()

    def call(self, function, device, params, seconds=15):
        """Publishes an app's call and returns the gateway's reply."""
        self.message += 1
        number, after = self.message, self.watcher.count
        self.broker.publish(f"/type/{GATEWAY}/call", call(function, device, params, message=number))
        answer = self.watcher.find(
            f"the reply to {function}",
            lambda body: body.get("msgtype") == "respone" and body.get("func") == function
            and body.get("msgId") == number, seconds, after)
        if answer["topic"] != f"/{USER}/rpc/reply":
            raise Failure(f"the reply to {function} came on {answer['topic']}")
        if answer["body"]["returnCode"] != "200":
            raise Failure(f"{function} was answered {answer['body']['returnCode']}")
        return answer

    def report(self, device, cluster, attribute, command, seconds=20):
        after = self.watcher.count
        self.house.tell(command)
        return self.watcher.find(
            f"a report of {device}",
            lambda body: body.get("eventparams", {}).get("devetype") == "devreport"
            and body["eventparams"].get("clusterID") == cluster
            and body["eventparams"].get("attributeID") == attribute, seconds, after)["body"]["eventparams"]

    def run(self):
        self.daemon.wait_running()
        network = self.daemon.network()
        show(f"network: running on channel {network.get('channel')}, PAN {network.get('panId')}")
        self.call("setJoinAllow", GATEWAY, {"mode": "zigbee"})
        show("permit join: opened by an app's call")
        self.house.tell("join all")
        devices = wait_for("five devices joined and interviewed", self.interviewed, 60)
        for device in devices.values():
            name = f"{device['manufacturer']} {device['model']}"
            online = self.watcher.find(
                f"{name} online",
                lambda body: event("online")(body) and body.get("deviceId") == device["deviceId"], 20)
            show(f"device joined and interviewed: {name} ({online['body']['deviceId']})")
        lamp, plug, sensor, lock = (devices[kind] for kind in ("lamp", "plug", "sensor", "lock"))
        after = self.watcher.count
        self.call("setControlLight", lamp["deviceId"], {"on": True, "level": 128})
        self.watcher.find(
            "the lamp's own report of on",
            lambda body: body.get("deviceId") == lamp["deviceId"]
            and body.get("eventparams", {}).get("clusterID") == 6
            and body["eventparams"].get("attributeDataValue") == [1], 15, after)
        show("lamp: switched on by a call, and the lamp reported it")
        self.program_pin(lock["deviceId"])
        power = self.report("the plug", 0x0B04, 0x050B, "set plug power 42")
        show(f"plug: {power.get('value')} {power.get('unit')}")
        temperature = self.report("the temperature sensor", 0x0402, 0, "set sensor temperature 24.5")
        show(f"sensor: {temperature.get('value')} {temperature.get('unit')}")
        after = self.watcher.count
        self.house.tell(f"unlock lock pin {PIN}")
        opened = self.watcher.find(
            "the unlock by PIN", lambda body: event("lockop")(body)
            and body["eventparams"]["devecode"] == 2 and body["eventparams"]["eventsource"] == 0, 20, after)
        if opened["qos"] != 2:
            raise Failure(f"the lock's event came at QoS {opened['qos']}")
        show(f"lock: somebody unlocked it at the keypad with the PIN of user "
             f"{opened['body']['eventparams']['userID']} (QoS {opened['qos']})")
        after = self.watcher.count
        answer = self.call("openLock", lock["deviceId"],
                           {"optype": "unlock", "type": "pin", "pin": PIN, "userid": USER})
        show(f"app: openLock answered {answer['body']['returnCode']} (QoS {answer['qos']})")
        self.watcher.find("the lock's own event of the app's call", lambda body: event("lockop")(body)
                          and body["eventparams"]["devecode"] == 2
                          and body["eventparams"]["eventsource"] == 1, 20, after)
        show("lock: reported that it was unlocked by radio")

    def program_pin(self, lock):
        after = self.watcher.count
        self.house.tell(f"program lock 1 pin {PIN}")
        told = self.watcher.find("the programming event", lambda body: event("lockprom")(body)
                                 and body.get("deviceId") == lock, 20, after)["body"]["eventparams"]
        show(f"lock: its owner programmed a PIN for user {told['userID']}")

    def interviewed(self):
        """The devices by kind once all five are there and known."""
        kinds = {}
        for device in self.daemon.devices():
            if device.get("interview") != "complete":
                return None
            served = {c for e in device["endpoints"] for c in e["inputClusters"]}
            for kind, cluster in (("lock", 0x0101), ("contact", 0x0500), ("sensor", 0x0402),
                                  ("plug", 0x0B04), ("lamp", 0x0300)):
                if cluster in served:
                    kinds[kind] = device
                    break
        return kinds if len(kinds) == 5 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--once", action="store_true", help="exit after the last step")
    parser.add_argument("--tls", action="store_true", help="TLS between the daemon and the broker")
    parser.add_argument("--keep", action="store_true", help="keep the logs and say where they are")
    options = parser.parse_args()
    show(f"gatehouse: {binary()}")
    with workspace(options.keep) as directory:
        demo = None
        try:
            demo = Demo(directory, options.tls)
            demo.run()
            show("every step was seen")
            if not options.once:
                show("press Ctrl-C to end; events as they come:")
                index = demo.watcher.count
                while True:
                    message = demo.watcher.find("anything", lambda body: True, 86400, index)
                    index = demo.watcher.messages.index(message) + 1
                    show(f"{message['topic']} {message['payload']}")
        except KeyboardInterrupt:
            return 0
        except Failure as failure:
            show(f"FAILED: {failure}")
            if demo and demo.daemon.process:
                print("--- the last lines of the daemon's log")
                print("\n".join(demo.daemon.log().splitlines()[-25:]))
            return 1
        finally:
            if demo:
                demo.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
