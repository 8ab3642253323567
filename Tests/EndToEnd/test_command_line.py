"""The command line as a person meets it."""
import subprocess

from furnished import Furnished, require
from house import PIN, USER, binary, wait_for


def run(*words, stdin=None):
    return subprocess.run([binary(), *words], input=stdin, capture_output=True, text=True, timeout=20)


def test_help_version_and_exit_codes(directory, stack):
    overview = run("--help")
    require(overview.returncode == 0 and "permit-join" in overview.stdout, overview.stdout)
    require(run("--version").stdout.startswith("gatehouse "), "version")
    require(run().returncode == 2, "no subcommand")
    mistyped = run("devises")
    require(mistyped.returncode == 2 and "did you mean `devices`" in mistyped.stderr, mistyped.stderr)
    for line in overview.stdout.splitlines():
        if line.startswith("  ") and line.strip():
            name = line.split()[0]
            shown = run(name, "--help")
            require(shown.returncode == 0 and f"gatehouse {name}" in shown.stdout, f"{name} --help")
    alone = run("devices", "--socket", f"{directory}/none.sock")
    require(alone.returncode == 1 and "no daemon answers" in alone.stderr, alone.stderr)


def test_decode_explains_frames(directory, stack):
    znp = run("decode", "--protocol", "znp", "fe0e2401d69c0101010105001e04110501006b")
    require('"unlock_door"' in znp.stdout and znp.returncode == 0, znp.stdout + znp.stderr)
    zcl = run("decode", "--protocol", "zcl", "--cluster", "0x0101", "-", stdin="11050100\n")
    require('"unlock_door"' in zcl.stdout, zcl.stdout + zcl.stderr)
    bad = run("decode", "--protocol", "znp", "fe0")
    require(bad.returncode != 0 and bad.stderr, "odd digits are told")


def test_a_running_daemon_is_asked_and_told(directory, stack):
    house = Furnished(directory, stack)
    daemon, lamp, lock = house.daemon, house.devices["lamp"], house.devices["lock"]
    table = daemon.command("devices")
    require(lamp["deviceId"] in table and "online" in table, table)
    daemon.command("rename", lamp["ieee"], "kitchen")
    answer = daemon.command("call", "kitchen", "setControlLight", '{"on":true,"level":100}')
    require('"200"' in answer, answer)
    refused = subprocess.run(
        [binary(), "call", "--config", daemon.configuration, lock["deviceId"], "openLock",
         '{"optype":"unlock","type":"pin","pin":"123456"}'], capture_output=True, text=True, timeout=10)
    require(refused.returncode == 2 and "standard input" in refused.stderr, refused.stderr)
    opened = daemon.command("call", lock["deviceId"], "openLock", "-",
                            stdin='{"optype":"unlock","type":"pin","pin":"%s","userid":"x"}' % PIN)
    require('"200"' in opened, opened)
    # The bolt takes a moment after the lock has answered.
    wait_for("the lock says unlocked", lambda: '"unlock"' in daemon.command(
        "call", lock["deviceId"], "lockStatus"), 10, 0.3)
    require(USER in daemon.command("users", "list"), "users list")
    daemon.command("users", "allow", "another")
    require("another" in daemon.command("users", "list"), "users allow")
    daemon.command("users", "remove", "another")
    require("another" not in daemon.command("users", "list"), "users remove")
    shown = daemon.command("network", "show")
    require("state: running" in shown, shown)
    daemon.command("network", "backup", f"{directory}/backup.json")
    daemon.command("remove", "kitchen")
    require("kitchen" not in daemon.command("devices"), "the lamp is gone")
    require(daemon.process.stop() == 0, "SIGTERM ends with 0")
    require(PIN not in daemon.log(), "the PIN is in the log")
