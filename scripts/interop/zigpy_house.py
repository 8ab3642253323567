"""What an independent Zigbee host of the zigpy family must be able to do with `gatehouse simulate`.

`zigpy_znp.py` and `bellows_ezsp.py` bring the radio library. One line a check, then "N passed, N failed"; exit
code 1 when one failed.
"""

import asyncio
import contextlib
import dataclasses
import json
import logging
import os
import sys
import tempfile
import time
import warnings

warnings.filterwarnings("ignore")
import zigpy.config
import zigpy.types as t
import zigpy.zdo.types as zdo_t
from zigpy.zcl import foundation

KINDS = {
    "lamp": ("GH-LAMP-1", {0, 3, 4, 5, 6, 8, 0x300}),
    "plug": ("GH-PLUG-1", {0, 3, 4, 6, 0x702, 0xB04}),
    "sensor": ("GH-CLIMATE-1", {0, 1, 3, 0x20, 0x402, 0x405}),
    "contact": ("GH-CONTACT-1", {0, 1, 3, 0x20, 0x500}),
    "lock": ("ZG01182510002", {0, 1, 3, 9, 0x20, 0x101}),
}


@dataclasses.dataclass
class Client:
    """A radio library and the coordinator that it is to meet."""

    name: str
    application: type
    # The version of the coordinator, in words, and what makes `gatehouse simulate` play it.
    release: str
    options: list
    # Whether its coordinator gives each device a key of its own that can be read.
    has_keys: bool


class Checks:
    def __init__(self):
        self.passed = self.failed = 0
        self.prefix = ""

    def __call__(self, name, condition, detail=""):
        if condition:
            self.passed += 1
            print(f"ok    {self.prefix}{name}", flush=True)
        else:
            self.failed += 1
            print(f"FAIL  {self.prefix}{name} {detail}", flush=True)
        return bool(condition)

    @contextlib.asynccontextmanager
    async def section(self, name):
        """A part that must not raise; what it raises is one failed check."""
        try:
            yield
        except Exception as error:  # noqa: BLE001
            self(name, False, f"{type(error).__name__}: {error}")


class House:
    """The simulator as a child process, driven by its script language."""

    def __init__(self, binary, link, client, state):
        self.arguments = [
            binary, "simulate", *client.options, "--link", link, "--seed", "7", "--state", state,
            "--reset-delay", "0.05",
        ]
        self.process = None

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            *self.arguments, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24
        )
        ready = await self.line()
        assert ready.get("ready"), ready

    async def line(self):
        text = await asyncio.wait_for(self.process.stdout.readline(), 10)
        return json.loads(text)

    async def skip_script(self, count):
        for _ in range(count):
            await self.line()

    async def __call__(self, command, must=True):
        self.process.stdin.write(command.encode() + b"\n")
        await self.process.stdin.drain()
        answer = await self.line()
        if must and not answer["ok"]:
            raise RuntimeError(f"{command}: {answer}")
        return answer

    async def quit(self):
        with contextlib.suppress(Exception):
            await self("quit")
        await asyncio.wait_for(self.process.wait(), 10)


class Commands:
    """Collects the cluster commands that a device sends."""

    def __init__(self, cluster):
        self.seen = []
        cluster.add_listener(self)

    def cluster_command(self, tsn, command_id, args):
        self.seen.append((command_id, args))

    def attribute_updated(self, *arguments):
        pass

    def general_command(self, *arguments):
        pass


async def until(condition, seconds=10.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        await asyncio.sleep(0.02)
    return bool(condition())


def configuration(link, database):
    return {
        zigpy.config.CONF_DATABASE: database,
        zigpy.config.CONF_DEVICE: {zigpy.config.CONF_DEVICE_PATH: link},
        zigpy.config.CONF_NWK_BACKUP_ENABLED: False,
        zigpy.config.CONF_TOPO_SCAN_ENABLED: False,
        zigpy.config.CONF_STARTUP_ENERGY_SCAN: False,
        zigpy.config.CONF_OTA: {zigpy.config.CONF_OTA_ENABLED: False},
    }


async def start_application(client, link, database, form):
    app = await client.application.new(configuration(link, database), auto_form=form)
    return app


async def check_forming(check, app):
    info = app.state.network_info
    check("a network is formed with a random PAN", 0 < info.pan_id < 0xFFFD, info)
    check("its key is not a well-known one", len(set(info.network_key.key)) > 4)
    loaded = t.ExtendedPanId(info.extended_pan_id)
    await app.load_network_info()
    check("what was written is read back", app.state.network_info.extended_pan_id == loaded)
    check("the coordinator's device object answers", app._device.node_desc.is_coordinator)


async def check_joining(check, app, house):
    await app.permit(240)
    await house("join all")
    devices = {}
    for name, (model, clusters) in KINDS.items():
        state = (await house("devices"))["devices"]
        ieee = t.EUI64.convert(next(d["ieee"] for d in state if d["name"] == name))

        def interviewed():
            return ieee in app.devices and app.devices[ieee].is_initialized and app.devices[ieee].model

        if not check(f"{name} joins and is interviewed", await until(interviewed, 40)):
            continue
        device = app.devices[ieee]
        devices[name] = device
        told = (device.manufacturer, device.model)
        check(f"{name} tells its model", told == ("Gatehouse", model), told)
        found = set(device.endpoints[1].in_clusters)
        check(f"{name} has its clusters", found == clusters, found)
        sleepy = not device.node_desc.is_mains_powered
        check(f"{name} sleeps or not", sleepy == (name not in ("lamp", "plug")))
    return devices


async def check_lamp(check, device, house):
    endpoint = device.endpoints[1]
    result = await endpoint.on_off.on()
    check("lamp is switched on", result[1] == foundation.Status.SUCCESS, result)
    good, _ = await endpoint.on_off.read_attributes(["on_off"])
    check("lamp reads on", good.get("on_off") == 1)
    answer = await endpoint.on_off.read_attributes_raw([0x5555])
    refused = answer[0][0].status == foundation.Status.UNSUPPORTED_ATTRIBUTE
    check("an unknown attribute is refused", refused, answer)
    await endpoint.level.move_to_level_with_on_off(100, 3)
    await asyncio.sleep(0.5)
    good, _ = await endpoint.level.read_attributes(["current_level"])
    check("lamp dims with a transition", good.get("current_level") == 100, good)
    await endpoint.light_color.move_to_color_temp(250, 0)
    await endpoint.light_color.move_to_color(20000, 21000, 0)
    good, _ = await endpoint.light_color.read_attributes(["color_temperature", "current_x", "color_mode"])
    check("lamp takes colours", (good.get("current_x"), good.get("color_temperature")) == (20000, 250), good)
    result = await endpoint.on_off.request(False, 0x66, endpoint.on_off.ServerCommandDefs.off.schema)
    check("an unknown command is refused", result[1] == foundation.Status.UNSUP_CLUSTER_COMMAND, result)
    result = await endpoint.on_off.write_attributes({"on_off": 1})
    check("a read-only attribute is not written", result[0][0].status == foundation.Status.READ_ONLY, result)
    result = await endpoint.on_off.write_attributes({"on_time": 55})
    good, _ = await endpoint.on_off.read_attributes(["on_time"])
    check("a writable attribute is", good.get("on_time") == 55, result)
    result = await endpoint.groups.add(0x1234, "hall")
    check("lamp enters a group", result[0] == foundation.Status.SUCCESS, result)
    result = await endpoint.scenes.store(0x1234, 1)
    check("lamp stores a scene", result[0] == foundation.Status.SUCCESS, result)
    group = device.application.groups.add_group(0x1234, "hall")
    group.endpoint.on_off  # noqa: B018
    await group.endpoint.on_off.off()
    await asyncio.sleep(0.3)
    good, _ = await endpoint.on_off.read_attributes(["on_off"])
    check("a group command switches it off", good.get("on_off") == 0, good)
    await endpoint.scenes.recall(0x1234, 1)
    good, _ = await endpoint.on_off.read_attributes(["on_off"])
    check("the scene brings the light back", good.get("on_off") == 1, good)


async def check_reporting(check, devices, house):
    sensor, plug = devices["sensor"].endpoints[1], devices["plug"].endpoints[1]
    result = await sensor.temperature.bind()
    check("sensor is bound", result[0] == zdo_t.Status.SUCCESS, result)
    result = await sensor.temperature.configure_reporting("measured_value", 0, 60, 10)
    check("reporting is configured", set(result.values()) == {foundation.Status.SUCCESS}, result)
    result = await devices["sensor"].zdo.Mgmt_Bind_req(0)
    bound = {binding.ClusterId for binding in result[3]}
    check("the binding table has it", result[0] == 0 and 0x402 in bound, result)
    await house("set sensor temperature 23.45")
    check("the report comes", await until(lambda: sensor.temperature.get("measured_value") == 2345, 15))
    await house("set sensor temperature 23.50")
    await asyncio.sleep(0.3)
    check("a change below the threshold stays", sensor.temperature.get("measured_value") == 2345)
    result = await sensor.temperature.unbind()
    check("sensor is unbound", result[0] == zdo_t.Status.SUCCESS, result)
    await plug.electrical_measurement.bind()
    await plug.electrical_measurement.configure_reporting("active_power", 0, 1, 1)
    await plug.on_off.on()
    await house("set plug power 60")
    ok = await until(lambda: 590 <= (plug.electrical_measurement.get("active_power") or 0) <= 610)
    check("plug reports its power", ok, plug.electrical_measurement.get("active_power"))


async def check_contact(check, app, device, house):
    zone = device.endpoints[1].ias_zone
    seen = Commands(zone)
    await zone.write_attributes({"cie_addr": app.state.node_info.ieee})
    check("contact asks to be enrolled", await until(lambda: any(c == 1 for c, _ in seen.seen)), seen.seen)
    await zone.enroll_response(0, 7)
    good, _ = await zone.read_attributes(["zone_state", "zone_id"])
    check("contact is enrolled", (good.get("zone_state"), good.get("zone_id")) == (1, 7), good)
    await house("open contact")
    await house("tamper contact")
    await house("low-battery contact")
    await asyncio.sleep(0.5)
    status = [int(args[0]) for c, args in seen.seen if c == 0]
    check("contact tells opening, tamper and battery", status == [0x01, 0x05, 0x0D], status)


async def check_lock(check, device, house):
    lock = device.endpoints[1].door_lock
    seen = Commands(lock)
    await lock.bind()
    result = await lock.set_pin_code(1, 1, 0, "1234")
    check("lock takes a PIN", result[0] == 0, result)
    result = await lock.set_pin_code(2, 1, 0, "1234")
    check("the same PIN twice is refused", result[0] == 3, result)
    await lock.write_attributes({"require_pin_for_rf_operation": True})
    result = await lock.unlock_door("9999")
    check("a wrong PIN does not open", result[0] == 1, result)
    result = await lock.unlock_door("1234")
    check("the right PIN opens", result[0] == 0, result)
    await asyncio.sleep(1)
    good, _ = await lock.read_attributes(["lock_state"])
    check("the lock is open", good.get("lock_state") == 2, good)
    await house("lock lock pin 1234")
    await asyncio.sleep(1)
    await house("unlock lock pin 1234")

    def keypad_events():
        return [args for c, args in seen.seen if c == 0x20 and int(args[0]) == 0]

    check("events of the keypad arrive", await until(lambda: len(keypad_events()) >= 2), seen.seen)
    users = [int(args[2]) for args in keypad_events()]
    check("they name the user", users[:2] == [1, 1], users)
    result = await lock.get_user_status(1)
    check("the user table answers", int(result[1]) == 1, result)
    result = await lock.set_week_day_schedule(0, 1, 0x7F, 8, 0, 18, 0)
    check("a schedule is stored", result[0] == 0, result)
    await asyncio.sleep(0.5)
    ledger = (await house("ledger lock"))["ledger"]
    check("the lock counts its unlock frames", ledger["unlockFrames"]["count"] == 2, ledger["unlockFrames"])
    outcomes = {event["outcome"] for event in ledger["events"]}
    check("all its events were acknowledged", outcomes == {"acknowledged"}, ledger["events"])
    twice = [event for event in ledger["events"] if event["transmissions"] != 1]
    check("none needed a second try", not twice, twice)


async def check_network(check, app, devices, house, client):
    energies = await app.energy_scan(t.Channels.ALL_CHANNELS, 2, 1)
    check("the energy of 16 channels is measured", len(energies) == 16, energies)
    await app.topology.scan()
    neighbours = app.topology.neighbors[app.state.node_info.ieee]
    check("the neighbour table has the devices", len(neighbours) == len(devices), neighbours)
    backup = await app.backups.create_backup(load_devices=True)
    check("a backup holds the children", len(backup.network_info.children) == 3, backup.network_info)
    keys = len(devices) if client.has_keys else 0
    check("and the keys of all", len(backup.network_info.key_table) == keys)
    lamp = devices["lamp"]
    old = lamp.nwk
    await house("move lamp")
    check("a moved device is found", await until(lambda: lamp.nwk != old))
    result = await lamp.endpoints[1].on_off.off()
    check("and answers at its new address", result[1] == foundation.Status.SUCCESS)


async def check_silence(check, devices, house):
    plug = devices["plug"]
    await house("drop plug")
    try:
        await plug.endpoints[1].on_off.read_attributes(["on_off"], allow_cache=False, timeout=2)
        failed = False
    except Exception:  # noqa: BLE001
        failed = True
    check("a silent device fails the request", failed)
    await house("return plug")
    good, _ = await plug.endpoints[1].on_off.read_attributes(["on_off"])
    check("and works when it is back", good.get("on_off") == 1, good)


async def check_leaving(check, app, devices, house):
    contact = devices["contact"]
    await app.remove(contact.ieee)

    async def idle():
        state = (await house("devices"))["devices"]
        return next(d["state"] for d in state if d["name"] == "contact") == "idle"

    end = time.monotonic() + 15
    while time.monotonic() < end and not await idle():
        await asyncio.sleep(0.2)
    check("a removed device leaves", await idle())


async def run_client(check, binary, client, folder):
    check.prefix = f"{client.release}: "
    link, database = os.path.join(folder, "tty"), os.path.join(folder, "zigpy.db")
    state = os.path.join(folder, "house.json")
    house = House(binary, link, client, state)
    await house.start()
    await house.skip_script(6)
    app = await start_application(client, link, database, form=True)
    check(f"{client.name} connects", True)
    try:
        async with check.section("forming"):
            await check_forming(check, app)
        devices = {}
        async with check.section("joining"):
            devices = await check_joining(check, app, house)
        for name, part in {
            "lamp": lambda: check_lamp(check, devices["lamp"], house),
            "reporting": lambda: check_reporting(check, devices, house),
            "contact": lambda: check_contact(check, app, devices["contact"], house),
            "lock": lambda: check_lock(check, devices["lock"], house),
            "network": lambda: check_network(check, app, devices, house, client),
            "silence": lambda: check_silence(check, devices, house),
            "leaving": lambda: check_leaving(check, app, devices, house),
        }.items():
            async with check.section(name):
                await part()
        async with check.section("reconnecting"):
            await check_reconnecting(check, app, house, link, database, binary, client, state)
    finally:
        with contextlib.suppress(Exception):
            await app.shutdown()
        await house.quit()


async def check_reconnecting(check, app, house, link, database, binary, client, state):
    before = app.state.network_info
    lost = asyncio.Event()
    app.add_listener(type("L", (), {"connection_lost": lambda self, error: lost.set()})())
    await house("hang-up")
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(lost.wait(), 5)
    check("a pulled cable is noticed", lost.is_set())
    with contextlib.suppress(Exception):
        await app.shutdown()
    await house("replug")
    app = await start_application(client, link, database, form=False)
    same = app.state.network_info.extended_pan_id == before.extended_pan_id
    check("the network is resumed after replugging", same)
    lamp = next(d for d in app.devices.values() if d.model == "GH-LAMP-1")
    result = await lamp.endpoints[1].on_off.on()
    check("the lamp still answers", result[1] == foundation.Status.SUCCESS)
    await app.shutdown()
    await house.quit()
    # A new simulator with the old state file is the same house.
    again = House(binary, link, client, state)
    await again.start()
    app = await start_application(client, link, database, form=False)
    same = app.state.network_info.network_key.key == before.network_key.key
    check("a restarted simulator keeps the network", same)
    lamp = next(d for d in app.devices.values() if d.model == "GH-LAMP-1")
    good, _ = await lamp.endpoints[1].on_off.read_attributes(["on_off"])
    check("and the lamp its state", good.get("on_off") == 1, good)
    await app.shutdown()
    await again.quit()


async def main(clients):
    logging.basicConfig(level=logging.DEBUG if os.environ.get("VERBOSE") else logging.CRITICAL)
    check = Checks()
    for client in clients:
        with tempfile.TemporaryDirectory(prefix="gatehouse-interop-") as folder:
            try:
                await asyncio.wait_for(run_client(check, sys.argv[1], client, folder), 240)
            except Exception as error:  # noqa: BLE001
                check("the run", False, f"{type(error).__name__}: {error}")
    print(f"{check.passed} passed, {check.failed} failed")
    return 1 if check.failed else 0
