"""A network is never formed over or left silently: what a person sees and decides."""
import json
import os

from furnished import require
from house import Broker, Daemon, House, wait_for


def start(directory, stack, **more):
    broker = Broker(directory)
    stack.callback(broker.close)
    house = House(directory)
    stack.callback(house.close)
    daemon = Daemon(directory, house.link, broker.url, **more)
    stack.callback(daemon.close)
    return broker, house, daemon


def test_a_stated_network_that_differs_waits_for_a_decision(directory, stack):
    broker, house, daemon = start(directory, stack)
    daemon.start()
    daemon.wait_running()
    first = daemon.network()
    require(daemon.process.stop() == 0, "SIGTERM")
    daemon.close()
    other = Daemon(directory, house.link, broker.url, network="channel = 26")
    stack.callback(other.close)
    other.start()
    shown = wait_for("the mismatch", lambda: (lambda n: n if n.get("state") == "network-mismatch" else None)(
        other.network()), 20)
    require(shown["found"]["panId"] == first["panId"], shown)
    require("channel" in shown["reason"] and "adopt" in shown["advice"], shown)
    other.command("network", "backup", f"{directory}/before.json")
    other.command("network", "adopt")
    other.wait_running()
    require(other.network()["channel"] == first["channel"], "the adopted network is the old one")
    # The decision holds over a restart although the file still states another channel.
    require(other.process.stop() == 0, "SIGTERM")
    other.start()
    other.wait_running()
    require(other.network()["panId"] == first["panId"], "still the old network")


def test_form_needs_erase_and_saves_the_old_network(directory, stack):
    _, _, daemon = start(directory, stack)
    daemon.start()
    daemon.wait_running()
    first = daemon.network()
    refused = daemon.command("network", "form", check=False)
    require(refused == "", refused)
    daemon.command("network", "form", "--erase", seconds=60)
    daemon.wait_running()
    require(daemon.network()["extendedPanId"] != first["extendedPanId"], "a new network")
    daemon.command("network", "backup", f"{directory}/old.json", "--saved")
    with open(f"{directory}/old.json") as file:
        saved = json.load(file)
    require(saved["extended_pan_id"] == first["extendedPanId"], "the old network was saved")
    require(os.stat(f"{directory}/old.json").st_mode & 0o777 == 0o600, "only its owner may read a backup")
    daemon.command("network", "restore", f"{directory}/old.json", seconds=60)
    daemon.wait_running()
    require(daemon.network()["extendedPanId"] == first["extendedPanId"], "the old network is back")
    require(daemon.network()["panId"] == first["panId"], "with its PAN id")


def test_a_blank_stick_in_a_known_house_is_not_formed(directory, stack):
    _, house, daemon = start(directory, stack)
    daemon.start()
    daemon.wait_running()
    require(daemon.process.stop() == 0, "SIGTERM")
    house.close()
    os.unlink(house.link) if os.path.islink(house.link) else None
    if os.path.exists(house.state):
        os.unlink(house.state)
    house.start()
    daemon.start()
    shown = wait_for("the mismatch", lambda: (lambda n: n if n.get("state") == "network-mismatch" else None)(
        daemon.network()), 20)
    require(shown["found"] is None and "restore" in shown["advice"], shown)
