"""A house that stands: broker, coordinator, daemon, all five devices joined. What most tests begin with."""
from house import PIN, Broker, Daemon, Failure, House, Subscriber, wait_for

KINDS = (("lock", 0x0101), ("contact", 0x0500), ("sensor", 0x0402), ("plug", 0x0B04), ("lamp", 0x0300))


def by_kind(devices):
    """The devices by what they are, by the first cluster of `KINDS` that they serve."""
    result = {}
    for device in devices:
        served = {cluster for endpoint in device["endpoints"] for cluster in endpoint["inputClusters"]}
        for kind, cluster in KINDS:
            if cluster in served:
                result[kind] = device
                break
    return result


class Furnished:
    def __init__(self, directory, stack, authority=None, start=True, options=(), mqtt="", **more):
        self.directory, self.stack = directory, stack
        self.broker = Broker(directory, authority)
        stack.callback(self.broker.close)
        self.house = House(directory, *options)
        stack.callback(self.house.close)
        if authority:
            mqtt += f'\ntls.ca_file = "{authority.ca}"'
        self.daemon = Daemon(directory, self.house.link, self.broker.url, mqtt=mqtt, **more)
        stack.callback(self.daemon.close)
        self.watcher = Subscriber(self.broker, directory)
        stack.callback(self.watcher.close)
        self.number = 0
        if start:
            self.daemon.start()
            self.daemon.wait_running()
            self.join_all()

    def join_all(self):
        self.daemon.command("permit-join", "200")
        self.house.tell("join all")
        self.devices = wait_for("five devices interviewed", self.interviewed, 90, 0.2)
        self.lock = self.devices["lock"]["deviceId"]
        self.house.tell(f"program lock 1 pin {PIN}")
        self.watcher.find("the lock online", lambda body: body.get("deviceId") == self.lock, 20)

    def interviewed(self):
        devices = self.daemon.devices()
        if len(devices) < 5 or any(device["interview"] != "complete" for device in devices):
            return None
        return by_kind(devices)

    def call(self, function, device, params=None, seconds=15, **more):
        """One app's call by way of the broker; the reply's body."""
        from house import GATEWAY, call
        self.number += 1
        number, after = self.number, self.watcher.count
        self.broker.publish(f"/type/{GATEWAY}/call", call(function, device, params, message=number, **more))
        return self.watcher.find(
            f"the reply to {function}", lambda body: body.get("msgtype") == "respone"
            and body.get("func") == function and body.get("msgId") == number, seconds, after)["body"]

    def ledger(self):
        """What the lock itself counted: the frames that asked it to open, and its events by their end."""
        ledger = self.house.tell("ledger lock")["ledger"]
        events = ledger["events"]
        ends = [event["outcome"] for event in events]
        return {"unlockFrames": ledger["unlockFrames"]["count"], "frames": ledger["unlockFrames"]["frames"],
                "events": events, "pending": ends.count("waiting"), "acknowledged": ends.count("acknowledged"),
                "lost": ends.count("gave-up") + ends.count("not-sent")}

    def lock_events(self):
        """The lock's operation events as they arrived, in order."""
        return self.watcher.bodies(lambda body: body.get("deviceId") == self.lock and
                                   body.get("eventparams", {}).get("devetype") == "lockop")


def require(condition, text):
    if not condition:
        raise Failure(text)
