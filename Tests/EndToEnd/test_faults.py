"""Broker gone, stick gone, daemon killed: no exit, no lock event lost, no unlock frame sent twice."""
import random
import time

from furnished import Furnished, require
from house import GATEWAY, PIN, USER, call, wait_for


def keypad_unlocks(house):
    """The unlock events of somebody at the keypad, by what the lock numbered them."""
    return [body["eventparams"]["userID"] for body in house.lock_events()
            if body["eventparams"]["devecode"] == 2 and body["eventparams"]["eventsource"] == 0]


def open_by_pin(house, count, pause=0.0):
    for _ in range(count):
        house.house.tell(f"unlock lock pin {PIN}")
        time.sleep(pause)


def test_broker_away_at_start(directory, stack):
    house = Furnished(directory, stack, start=False)
    house.broker.kill()
    house.daemon.start()
    house.daemon.wait_running()
    house.daemon.command("permit-join", "200")
    house.house.tell("join all")
    devices = wait_for("five devices interviewed", house.interviewed, 90, 0.2)
    house.lock = devices["lock"]["deviceId"]
    house.house.tell(f"program lock 1 pin {PIN}")
    open_by_pin(house, 5, 0.2)
    house.broker.start()
    wait_for("all five events", lambda: len(keypad_unlocks(house)) >= 5, 90, 0.2)
    require(house.daemon.process.running, "the daemon exited")


def test_broker_restarted(directory, stack):
    house = Furnished(directory, stack)
    for round in range(5):
        house.broker.kill()
        open_by_pin(house, 3, 0.1)
        house.broker.start()
        open_by_pin(house, 1, 0.1)
    wait_for("all 20 events", lambda: len(keypad_unlocks(house)) >= 20, 150, 0.2)
    require(house.daemon.process.running, "the daemon exited")


def test_coordinator_unplugged_twenty_times(directory, stack):
    house = Furnished(directory, stack)
    pid = house.daemon.process.child.pid
    for round in range(20):
        house.house.tell("hang-up")
        wait_for("the daemon noticed", lambda: house.daemon.network().get("state") != "running", 10)
        house.house.tell("replug")
        house.daemon.wait_running(20)
        open_by_pin(house, 1)
    wait_for("20 events", lambda: len(keypad_unlocks(house)) >= 20, 60, 0.2)
    require(house.daemon.process.running and house.daemon.process.child.pid == pid, "the daemon exited")
    wait_for("every event acknowledged", lambda: house.ledger()["pending"] == 0, 60, 0.5)
    require(house.ledger()["lost"] == 0, f"not acknowledged: {house.ledger()['events']}")


def test_coordinator_resets_in_mid_request(directory, stack):
    house = Furnished(directory, stack)
    lamp = house.devices["lamp"]["deviceId"]
    network = house.daemon.network()
    for round in range(10):
        house.broker.publish(f"/type/{GATEWAY}/call", call("lockStatus", house.lock, message=5000 + round))
        house.house.tell("reset")
        house.daemon.wait_running(15)
    open_by_pin(house, 1)
    wait_for("the event", lambda: len(keypad_unlocks(house)) >= 1, 30)
    require(house.daemon.network()["panId"] == network["panId"], "another network was formed")
    require(house.call("setControlLight", lamp, {"on": True})["returnCode"] == "200", "the lamp obeys")


def test_killed_twenty_times_under_load(directory, stack):
    house = Furnished(directory, stack)
    generator, asked, sequence = random.Random(7), 0, 10_000
    for round in range(20):
        house.house.tell("storm 100 200")
        end = time.monotonic() + generator.uniform(0.3, 1.5)
        while time.monotonic() < end:
            open_by_pin(house, 1)
            sequence += 1
            house.broker.publish(f"/type/{GATEWAY}/call", call("openLock", house.lock, {
                "optype": "unlock", "type": "pin", "pin": PIN, "userid": USER}, message=sequence))
            asked += 1
        house.daemon.process.kill()
        house.daemon.start()
        house.daemon.wait_running(20)
    settled = wait_for("the lock has no event in hand", lambda: (
        lambda ledger: ledger if ledger["pending"] == 0 else None)(house.ledger()), 60, 0.5)
    operations = [e for e in settled["events"] if e["kind"] == "operation" and e["outcome"] == "acknowledged"]
    wait_for("every acknowledged event", lambda: len(house.lock_events()) >= len(operations), 60, 0.5)
    answered = lambda: {body["msgId"] for body in house.watcher.bodies(
        lambda body: body.get("msgtype") == "respone" and body.get("func") == "openLock")}
    wait_for("a reply to every call", lambda: len(answered()) >= asked, 60, 0.5)
    require(settled["unlockFrames"] <= asked, f"{settled['unlockFrames']} unlock frames for {asked} calls")
    print(f"  {asked} calls, {settled['unlockFrames']} unlock frames, {len(operations)} acknowledged events, "
          f"{len(house.lock_events())} delivered")
