"""Compares the ZCL and ZDO codecs with those of zigpy, an independent implementation.

    zcl_vectors.py BINARY           makes the vectors, asks `gatehouse decode` about each, and holds them against
                                    the file that the unit tests read
    zcl_vectors.py --write FILE     writes that file

zigpy makes the bytes of each frame from values; what `gatehouse decode` says of them must be these values. The
unit tests read the same frames and write them again, which must give zigpy's bytes. Closing line: N passed,
N failed.
"""

import collections
import importlib
import json
import math
import os
import pkgutil
import random
import subprocess
import sys
import warnings

warnings.filterwarnings("ignore")

import zigpy.types as t
import zigpy.zcl.clusters
from zigpy.zcl import Cluster, foundation

import foundation_vectors
import zdo_vectors
from vector_values import eui64, hexadecimal, printable, sample_integer, sample_string, spoken

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMMITTED = os.path.join(ROOT, "Tests", "Fixtures", "zigpy-vectors.txt")
NAMES = os.path.join(ROOT, "config", "zcl", "clusters.txt")
HEAD = "# zigpy's frames (scripts/interop/zcl_vectors.py): cluster, profile, bytes, what they say.\n"

# zigpy divides these into other fields: a length and its bytes are one field there.
OTHER_FORM = {(0x0021, ">", 0x00), (0x0021, ">", 0x04)}
# Values on which other fields depend: an answer has its fields after success, a scan response describes the device
# when it is the only one, a notification names an image by its last type.
GIVEN = {"status": 0, "num_sub_devices": 1, "payload_type": 3}


def definitions():
    """Our names and types of the fields, by cluster, direction and command."""
    found, cluster = {}, 0
    with open(NAMES, encoding="utf-8") as file:
        for line in file:
            words = line.split("#")[0].split()
            if not words:
                continue
            id_text, _, manufacturer = words[1].partition("/")
            if words[0] == "cluster":
                cluster = int(id_text, 16)
            elif words[0] == "command" and (cluster >= 0xFC00 or not manufacturer):
                fields = [word.split("?")[0].split(":", 1) for word in words[4:]]
                code = int(manufacturer, 16) if manufacturer else None
                found[cluster, words[2], int(id_text, 16)] = (words[3], fields, code)
    return found


def say(kind, value):
    """A field's value as `gatehouse decode` says it, by our type of the field."""
    if kind == "bytes" or kind.startswith("bytes["):
        return value.serialize().hex()
    if kind.startswith("id"):
        return hexadecimal(value, int(kind[2:]) // 8)
    if kind in ("code", "eventcode"):
        return printable(value.encode() if isinstance(value, str) else bytes(value))
    if kind.endswith("[]") or kind.endswith("*"):
        return [say(kind.rstrip("[]*"), element) for element in value]
    if kind == "EUI64":
        return eui64(value)
    return spoken(value)


def sample(kind, chance):
    if issubclass(kind, int):
        return sample_integer(kind, chance)
    if issubclass(kind, str):
        return kind(sample_string(chance)[:8])
    if issubclass(kind, t.LVBytesSize2):
        return kind(chance.randbytes(2))
    if issubclass(kind, float):
        return kind(chance.choice([0.5, -2.0, 20.25]))
    if issubclass(kind, bytes):
        return kind(chance.randbytes(chance.randrange(8)))
    if issubclass(kind, t.SerializableBytes):
        return kind(chance.randbytes(4))
    if hasattr(kind, "_length"):
        return kind.deserialize(chance.randbytes(kind._length * 1))[0]
    if hasattr(kind, "_item_type"):
        return kind([sample(kind._item_type, chance) for _ in range(chance.randrange(1, 4))])
    return kind(**{field.name: sample(field.type, chance) for field in kind.fields})


def clusters():
    for module in pkgutil.walk_packages(zigpy.zcl.clusters.__path__, "zigpy.zcl.clusters."):
        importlib.import_module(module.name)
    return sorted(Cluster._registry.items())


def command_vectors(left_out):
    ours = definitions()
    for number_of_cluster, cluster in clusters():
        for direction, commands in ((">", cluster.server_commands), ("<", cluster.client_commands)):
            for command in commands.values():
                key = (number_of_cluster, direction, int(command.id))
                name, fields, code = ours.get(key, (None, None, None))
                if name is None or key in OTHER_FORM or len(fields) != len(command.schema.fields):
                    left_out[f"0x{key[0]:04X} {direction} 0x{key[2]:02X} {command.name}"] += 1
                    continue
                try:
                    yield vector(key, name, fields, code, command)
                except (AttributeError, TypeError, ValueError, OverflowError, AssertionError) as error:
                    left_out[f"0x{key[0]:04X} {direction} 0x{key[2]:02X} {command.name}: {error}"] += 1


def vector(key, name, fields, code, command):
    cluster, direction, command_id = key
    chance = random.Random(f"{cluster} {direction} {command_id}")
    values = {field.name: sample(field.type, chance) for field in command.schema.fields}
    values |= {f.name: f.type(GIVEN[f.name]) for f in command.schema.fields if f.name in GIVEN}
    schema = command.schema(**values)
    places = {field.name: ours for field, ours in zip(command.schema.fields, fields)}
    said = {}
    for field, value in schema.assigned_fields():
        our_name, kind = places[field.name]
        said[our_name] = say(kind, value)
    header = foundation.ZCLHeader.cluster(
        tsn=chance.randrange(256), command_id=command_id, manufacturer=code,
        direction=foundation.Direction(0 if direction == ">" else 1))
    expected = {
        "frame_type": 1, "direction": "client_to_server" if direction == ">" else "server_to_client",
        "seq": int(header.tsn), "command_id": hexadecimal(command_id, 1), "command": name, "fields": said,
    }
    return cluster, 0x0104, header.serialize() + schema.serialize(), {"zcl": expected}


def vectors(left_out):
    yield from foundation_vectors.vectors()
    yield from command_vectors(left_out)
    yield from zdo_vectors.vectors()


def line(cluster, profile, data, said):
    text = json.dumps(said, separators=(",", ":"), allow_nan=False)
    return f"0x{cluster:04X}\t0x{profile:04X}\t{data.hex()}\t{text}\n"


def differences(found, expected, path=""):
    if isinstance(expected, dict) and isinstance(found, dict):
        extra = [f"{path}.{key} is too much" for key in found if key not in expected and path.endswith(".fields")]
        return extra + [d for key, value in expected.items() for d in differences(found.get(key), value, f"{path}.{key}")]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return [d for n, pair in enumerate(zip(found, expected)) for d in differences(*pair, f"{path}[{n}]")]
    if isinstance(expected, float) and isinstance(found, (int, float)):
        return [] if math.isclose(found, expected, rel_tol=1e-9) else [f"{path}: {found}, not {expected}"]
    return [] if found == expected else [f"{path}: {found!r}, not {expected!r}"]


def decoded(binary, context, frames):
    cluster, profile = context
    command = [binary, "decode", "--protocol", "zcl", "--cluster", f"0x{cluster:04X}", "--profile", f"0x{profile:04X}", "-"]
    answer = subprocess.run(command, input="\n".join(frames) + "\n", capture_output=True, text=True, check=False)
    return [json.loads(text) for text in answer.stdout.splitlines()]


def check(binary, made, left_out):
    passed = failed = 0
    by_context = collections.defaultdict(list)
    for cluster, profile, data, said in made:
        by_context[cluster, profile].append((data.hex(), said))
    for context, group in by_context.items():
        answers = decoded(binary, context, [data for data, _ in group])
        answers += [{}] * (len(group) - len(answers))
        for (data, said), found in zip(group, answers):
            wrong = differences(found, said)
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print(f"FAIL  0x{context[0]:04X} {data}: {'; '.join(wrong[:4])}")
    with open(COMMITTED, encoding="utf-8") as file:
        same = file.read() == HEAD + "".join(line(*v) for v in made)
    passed, failed = passed + same, failed + (not same)
    print("ok    the unit tests read these vectors" if same else
          "FAIL  the file of the unit tests is another: scripts/interop/zcl_vectors.py --write " + COMMITTED)
    print(f"{len(left_out)} commands left out, whose form in zigpy is not the standard's or not made from plain values")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    left_out = collections.Counter()
    made = list(vectors(left_out))
    if sys.argv[1:2] == ["--write"]:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            file.write(HEAD + "".join(line(*v) for v in made))
        print(f"{len(made)} vectors; left out: " + "; ".join(left_out))
        return 0
    return check(sys.argv[1], made, left_out)


if __name__ == "__main__":
    sys.exit(main())
