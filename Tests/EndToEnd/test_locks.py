"""What the product is for: a lock that reports and obeys, and nobody else who makes it obey."""
import time

from furnished import Furnished, require
from house import GATEWAY, PIN, USER, Authority, call, milliseconds, wait_for


def unlock(house, **more):
    return house.call("openLock", house.lock,
                      {"optype": "unlock", "type": "pin", "pin": PIN, "userid": USER}, **more)


def unlocks(house):
    return house.ledger()["unlockFrames"]


def test_an_app_opens_the_lock_over_tls(directory, stack):
    house = Furnished(directory, stack, authority=Authority(directory))
    require(unlock(house)["returnCode"] == "200", "openLock")
    house.watcher.find("the lock's event", lambda body: body.get("eventparams", {}).get("devetype") == "lockop"
                       and body["eventparams"]["devecode"] == 2 and body["eventparams"]["eventsource"] == 1)
    require(unlocks(house) == 1, "one unlock frame")


def test_strangers_stale_retained_and_repeated_unlocks_never_reach_the_radio(directory, stack):
    house = Furnished(directory, stack)
    require(unlock(house, user="stranger")["returnCode"] == "403", "a stranger")
    require("gatehouse users allow stranger" in house.daemon.log(), "the log names the command")
    require(unlock(house, stamp=milliseconds() - 60_000)["returnCode"] != "200", "a stale call")
    require(unlock(house, msgtype="event")["returnCode"] == "406", "an openLock marked event")
    topic = f"/type/{GATEWAY}/call"
    body = call("openLock", house.lock, {"optype": "unlock", "type": "pin", "pin": PIN, "userid": USER},
                message=900)
    house.broker.publish(topic, body, retain=True)
    time.sleep(1)
    house.daemon.process.stop()
    house.daemon.start()
    house.daemon.wait_running()
    wait_for("the broker is back", lambda: "connected" in house.daemon.log(), 10)
    time.sleep(1.5)
    first = unlocks(house)
    require(first <= 1, f"{first} unlock frames for one call that was retained")
    house.broker.publish(topic, "", retain=True)
    house.number = 1000
    require(unlock(house)["returnCode"] == "200", "a good call")
    good = unlocks(house)
    require(good == first + 1, "a good call is one frame")
    house.broker.publish(topic, call("openLock", house.lock, {
        "optype": "unlock", "type": "pin", "pin": PIN, "userid": USER}, message=2000, stamp=milliseconds()))
    wait_for("the next frame", lambda: unlocks(house) == good + 1, 10)
    repeated = call("openLock", house.lock, {
        "optype": "unlock", "type": "pin", "pin": PIN, "userid": USER}, message=2001)
    for _ in range(5):
        house.broker.publish(topic, repeated)
    wait_for("the repeated call once", lambda: unlocks(house) == good + 2, 10)
    time.sleep(2)
    require(unlocks(house) == good + 2, "a repeated call is one frame")
    for nonsense in ("", "{", "[]", "null", '{"func":1}', '{"func":"openLock"}', "\x00\xff", "x" * 70000):
        house.broker.publish(topic, nonsense)
    require(house.call("lockStatus", house.lock)["returnCode"] == "200", "still answering after nonsense")
    require(PIN not in house.daemon.log(), "the PIN is in the log")


def test_functions_are_answered(directory, stack):
    house = Furnished(directory, stack)
    lamp, plug = house.devices["lamp"]["deviceId"], house.devices["plug"]["deviceId"]
    listed = house.call("getDeviceList", GATEWAY)["returnData"]["devList"]
    require({entry["deviceId"] for entry in listed} == {d["deviceId"] for d in house.devices.values()}, listed)
    require(0 <= house.call("getPower", house.lock)["returnData"]["power"] <= 200, "getPower")
    info = house.call("BasicInfo", house.lock)["returnData"]
    require(info["model"] and info["macaddr"].count(":") == 7, info)
    require(-100 <= house.call("getzblocksignal", house.lock)["returnData"]["signal"] <= 0, "signal")
    require(house.call("setControlLight", lamp, {"on": True, "level": 200, "colorTemperature": 300})
            ["returnCode"] == "200", "setControlLight")
    read = house.call("readAttribute", plug, {"endpoint": 1, "clusterID": 6, "attributeID": 0})
    require(read["returnCode"] == "200", read)
    require(house.call("makeCoffee", lamp)["returnCode"] == "405", "unknown function")
    require(house.call("lockStatus", "0011223344556677")["returnCode"] == "404", "unknown device")
    require(house.call("setControlLight", lamp, {"level": "loud"})["returnCode"] == "406", "bad parameters")
    after = house.watcher.count
    require(house.call("delDevice", lamp, {"bustype": "zigbee", "deviceId": lamp})["returnCode"] == "200", "del")
    house.watcher.find("the delete event", lambda body: body.get("eventparams", {}).get("event_str") == "delete"
                       and body.get("deviceId") == lamp and "userId" not in body, 15, after)
