"""The daemon as a service: restarts, reloads, signals, a broker that hangs."""
import os
import signal
import time

from furnished import Furnished, require
from house import PIN, USER, wait_for


def unlock(house, **more):
    return house.call("openLock", house.lock,
                      {"optype": "unlock", "type": "pin", "pin": PIN, "userid": USER}, **more)


def test_a_restart_knows_every_device_before_the_coordinator_answers(directory, stack):
    house = Furnished(directory, stack)
    before = {d["ieee"]: (d["model"], d["name"], d["joinedAt"]) for d in house.daemon.devices()}
    require(house.daemon.process.stop() == 0, "SIGTERM")
    house.house.close()
    house.daemon.start()
    devices = wait_for("an answer", lambda: house.daemon.command("devices", "--json", check=False), 10)
    require(devices, "no devices")
    after = {d["ieee"]: (d["model"], d["name"], d["joinedAt"]) for d in house.daemon.devices()}
    require(after == before, f"{after} instead of {before}")
    require(all(d["lastSeen"] > 0 for d in house.daemon.devices()), "last seen")
    require(house.daemon.network()["state"] in ("absent", "opening"), house.daemon.network())


def test_reload_takes_users_over_and_keeps_the_old_file_when_the_new_one_is_wrong(directory, stack):
    house = Furnished(directory, stack)
    require(unlock(house, user="newcomer")["returnCode"] == "403", "not allowed yet")
    with open(house.daemon.configuration) as file:
        good = file.read()
    with open(house.daemon.configuration, "w") as file:
        file.write(good.replace("users = [", 'users = ["newcomer", '))
    house.daemon.process.child.send_signal(signal.SIGHUP)
    wait_for("the reload", lambda: "configuration read again" in house.daemon.log(), 5)
    require(unlock(house, user="newcomer")["returnCode"] == "200", "allowed after the reload")
    with open(house.daemon.configuration, "w") as file:
        file.write(good.replace("users = [", "users = [[["))
    house.daemon.process.child.send_signal(signal.SIGHUP)
    wait_for("the refusal", lambda: "the running one is kept" in house.daemon.log(), 5)
    require(unlock(house, user="newcomer")["returnCode"] == "200", "the running configuration is kept")


def test_a_signal_that_means_nothing_ends_nothing(directory, stack):
    house = Furnished(directory, stack)
    process = house.daemon.process.child
    for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGVTALRM, signal.SIGPROF, signal.SIGIO,
                   signal.SIGPWR, signal.SIGPIPE):
        process.send_signal(number)
    require(len(house.daemon.devices()) == 5, "the devices are told")
    require(process.poll() is None, f"ended with {process.returncode}")


def test_a_half_open_link_is_found_within_one_and_a_half_intervals(directory, stack):
    house = Furnished(directory, stack, mqtt="keep_alive = 5")
    os.kill(house.broker.process.child.pid, signal.SIGSTOP)
    try:
        start = time.monotonic()
        wait_for("the daemon gave the link up", lambda: "broker connection ended" in house.daemon.log(), 9)
        require(time.monotonic() - start <= 8.0, "later than 1.5 intervals")
    finally:
        os.kill(house.broker.process.child.pid, signal.SIGCONT)
    house.house.tell(f"unlock lock pin {PIN}")
    house.watcher.find("the event after the link is back", lambda body: body.get("eventparams", {}).get(
        "devetype") == "lockop" and body["eventparams"]["eventsource"] == 0, 30)


def test_term_ends_it_within_five_seconds_in_any_state(directory, stack):
    house = Furnished(directory, stack, start=False)
    for state in ("no broker", "stopped broker", "running"):
        if state == "no broker":
            house.broker.kill()
        else:
            house.broker.start()
        house.daemon.start()
        house.daemon.wait_running()
        if state == "stopped broker":
            os.kill(house.broker.process.child.pid, signal.SIGSTOP)
        start = time.monotonic()
        require(house.daemon.process.stop(6) == 0, f"exit code with {state}")
        require(time.monotonic() - start <= 5, f"{time.monotonic() - start:.1f} s with {state}")
        if state == "stopped broker":
            os.kill(house.broker.process.child.pid, signal.SIGCONT)
            house.broker.kill()
