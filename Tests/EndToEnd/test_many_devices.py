"""The daemon on the stand-in coordinator of the benchmarks: another implementation of the adapter's side."""
import json
import os
import sys

from furnished import require
from house import ROOT, Broker, Daemon, Process, Subscriber, wait_for

STAND_IN = os.path.join(ROOT, "scripts", "benchmarks", "fake_znp.py")


class StandIn:
    def __init__(self, directory, count):
        self.link = os.path.join(directory, "ttyStandIn")
        self.process = Process([sys.executable, STAND_IN, "--listen", f"pty:{self.link}", "--devices", str(count)],
                               os.path.join(directory, "stand-in.log"), stdin=True)
        json.loads(self.process.lines.get(timeout=10))

    def tell(self, **order):
        self.process.child.stdin.write((json.dumps(order) + "\n").encode())
        self.process.child.stdin.flush()
        return json.loads(self.process.lines.get(timeout=120))

    def close(self):
        self.process.close()


def test_a_hundred_devices_are_interviewed_and_report(directory, stack):
    count = 100
    broker = Broker(directory)
    stack.callback(broker.close)
    coordinator = StandIn(directory, count)
    stack.callback(coordinator.close)
    daemon = Daemon(directory, coordinator.link, broker.url, adapter="znp")
    stack.callback(daemon.close)
    watcher = Subscriber(broker, directory)
    stack.callback(watcher.close)
    daemon.start()
    daemon.wait_running()
    requests = coordinator.tell(op="stats")["requests"]
    require(requests <= 100, f"the start of a formed network took {requests} requests, more than 100")
    require("WELL-KNOWN" in daemon.log(), "no warning about the well-known network key")
    daemon.command("permit-join", "250")
    coordinator.tell(op="join", **{"from": 0, "to": count}, gap_ms=10)
    wait_for("all devices interviewed", lambda: sum(
        device["interview"] == "complete" for device in daemon.devices()) == count, 120, 0.5)
    names = {(device["manufacturer"], device["model"]) for device in daemon.devices()}
    require(names == {("eWeLink", "TH01"), ("SONOFF", "BASICZBR3"), ("Yale", "YRD226/246 TSDB")},
            f"unexpected models: {names}")
    before = watcher.count
    sent = coordinator.tell(op="inject", count=2000, rate=200, kind="mixed")["sent"]
    # Of a thousand mixed frames one in ten is a lock event, which is durable; the rest are plain reports.
    wait_for("every lock event", lambda: len(watcher.bodies(
        lambda body: body.get("eventparams", {}).get("devetype") == "lockop")) >= sent // 10, 60, 0.2)
    users = [body["eventparams"]["userID"] for body in watcher.bodies(
        lambda body: body.get("eventparams", {}).get("devetype") == "lockop")]
    require(len(users) == sent // 10, f"{len(users)} lock events for {sent // 10}")
    reports = len([m for m in watcher.messages[before:] if m["body"]
                   and m["body"].get("eventparams", {}).get("devetype") == "devreport"])
    require(reports >= sent * 9 // 10, f"{reports} reports of {sent * 9 // 10}")
