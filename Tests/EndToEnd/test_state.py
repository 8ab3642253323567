"""The state directory in trouble: nothing that happens to it ends the daemon, opens a door, or forms a
network."""
import os
import shutil
import subprocess

from furnished import Furnished, require
from house import PIN, USER, Skip, wait_for


def unlock(house):
    return house.call("openLock", house.lock, {"optype": "unlock", "type": "pin", "pin": PIN, "userid": USER})[
        "returnCode"]


def small_disk(directory, stack, size="1m"):
    place = os.path.join(directory, "state")
    os.makedirs(place)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", place],
                             capture_output=True)
    if mounted.returncode != 0:
        raise Skip("no file system can be mounted here")
    stack.callback(lambda: subprocess.run(["umount", "-l", place], check=True))
    return place


def fill(place):
    path = os.path.join(place, "fill")
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            return path


def test_a_full_disk_refuses_the_unlock_and_loses_no_event(directory, stack):
    place = small_disk(directory, stack)
    house = Furnished(directory, stack)
    require(unlock(house) == "200", "before")
    filler = fill(place)
    frames = house.ledger()["unlockFrames"]
    # More calls than a broker has under way at once: the refused ones must make room.
    for _ in range(25):
        require(unlock(house) == "408", "an unlock on a full disk")
    require(house.ledger()["unlockFrames"] == frames, "an unlock frame without a record")
    require(house.call("openLock", house.lock, {"optype": "lock"})["returnCode"] == "200", "locking goes on")
    for _ in range(5):
        house.house.tell(f"unlock lock pin {PIN}")
    os.unlink(filler)
    wait_for("it works again", lambda: unlock(house) == "200", 20, 0.3)
    ledger = wait_for("every event is acknowledged", lambda: (
        lambda ledger: ledger if ledger["pending"] == 0 else None)(house.ledger()), 30, 0.5)
    require(ledger["lost"] == 0, ledger)
    # And from the start: what was stored is known, and the daemon comes back by itself.
    house.daemon.process.stop()
    filler = fill(place)
    house.daemon.start()
    house.daemon.wait_running()
    require(len(house.daemon.devices()) == 5, "the devices are known on a full disk")
    require(unlock(house) == "408", "an unlock on a full disk")
    os.unlink(filler)
    wait_for("it works again", lambda: unlock(house) == "200", 20, 0.3)


def test_state_that_was_unavailable_is_taken_up_by_itself(directory, stack):
    house = Furnished(directory, stack)
    house.daemon.process.stop()
    process = subprocess.Popen(["flock", "--exclusive", house.daemon.state, "sleep", "60"])
    stack.callback(process.kill)
    wait_for("the lock is held", lambda: subprocess.run(
        ["flock", "--nonblock", house.daemon.state, "true"]).returncode != 0, 5)
    house.daemon.start()
    house.daemon.wait_running()
    number = house.daemon.process.child.pid
    require(unlock(house) != "200", "an unlock without state")
    subprocess.run(["pkill", "-P", str(process.pid)], check=True)
    process.wait(5)
    wait_for("it starts over", lambda: "starting over with it" in house.daemon.log(), 20, 0.3)
    wait_for("the old run ends", lambda: house.daemon.log().count("started") == 3, 10, 0.3)
    house.daemon.wait_running()
    require(len(house.daemon.devices()) == 5, "the devices are known again")
    require(unlock(house) == "200", "with the state")
    require(house.daemon.process.running and house.daemon.process.child.pid == number, "the daemon exited")
    require(house.daemon.process.stop() == 0, "SIGTERM ends it")


def test_state_that_is_removed_is_written_anew(directory, stack):
    house = Furnished(directory, stack)
    shutil.rmtree(house.daemon.state)
    require(unlock(house) == "200", "an unlock after the removal")
    house.daemon.process.kill()
    house.daemon.start()
    house.daemon.wait_running()
    require(len(house.daemon.devices()) == 5, "the devices are known after a crash")
    require("was removed while it was in use" in house.daemon.log(), "the log says so")


def test_a_damaged_state_is_set_aside_and_no_network_is_formed_for_it(directory, stack):
    house = Furnished(directory, stack)
    house.daemon.process.stop()
    with open(os.path.join(house.daemon.state, "gatehouse.db"), "wb") as file:
        file.write(os.urandom(50_000))
    house.house.close()
    if os.path.exists(house.house.state):
        os.unlink(house.house.state)
    house.house.start()
    house.daemon.start()
    wait_for("it waits for a decision", lambda: house.daemon.network().get("state") == "network-mismatch", 15)
    require("the state file was damaged" in house.daemon.log(), "the log says so")
    require(any(".damaged-" in name for name in os.listdir(house.daemon.state)), "the file is kept")
    house.daemon.command("network", "form", "--erase", seconds=60)
    house.daemon.wait_running()
