"""Values of zigpy's types and the form in which `gatehouse decode` says them, for `zcl_vectors.py`."""

import math

import zigpy.types as t
from zigpy.zcl import foundation
from zigpy.zcl.foundation import DataType


def hexadecimal(value, count):
    return f"0x{int(value):0{2 * count}X}"


identifier = hexadecimal


def eui64(value):
    return "0x" + bytes(value)[::-1].hex()


def number(value):
    """Readers of JSON keep doubles, so larger numbers are written as text."""
    return int(value) if abs(int(value)) < 1 << 53 else str(int(value))


def fraction(value):
    """Six decimals, as `gatehouse decode` rounds them; infinity and NaN have no form in JSON."""
    value = float(value)
    if not math.isfinite(value):
        return None
    return round(value, 6) if 0.001 <= abs(value) < 1e9 else value


def printable(data):
    return data.decode() if all(0x20 <= byte <= 0x7E for byte in data) else {"hex": data.hex()}


def sample_integer(kind, chance):
    if issubclass(kind, t.Bool):
        return kind(chance.randrange(2))
    if not hasattr(kind, "min_value"):
        return kind(chance.randrange(1 << (8 * len(kind(0).serialize()))))
    return kind(chance.randint(int(kind.min_value), int(kind.max_value)))


def sample_string(chance):
    return "".join(chance.choice("abcdefgh 0123") for _ in range(chance.randrange(12)))


def spoken(value):
    """What `gatehouse decode` says of an attribute's value."""
    if isinstance(value, (foundation.Array, foundation.Set, foundation.Bag)):
        return [spoken(element) for element in value.value]
    if isinstance(value, foundation.ZCLStructure):
        return [typed(member.type, member.value) for member in value]
    if isinstance(value, t.CharacterString):
        return None if value.invalid else printable(value.encode())
    if isinstance(value, t.LVBytes):
        return {"hex": bytes(value).hex()}
    if isinstance(value, t.KeyData):
        return {"hex": value.serialize().hex()}
    if isinstance(value, t.EUI64):
        return eui64(value)
    if isinstance(value, float):
        return fraction(value)
    if isinstance(value, int):
        return number(value)
    return number(int.from_bytes(value.serialize(), "little"))


def typed(type_id, value):
    name = DataType.from_type_id(type_id).type_id.name.rstrip("_")
    return {"type": hexadecimal(type_id, 1), "type_name": name, "value": spoken(value)}


def collection(kind, item, values):
    return kind(type=item, value=t.LVList[DataType.from_type_id(item).python_type, t.uint16_t](values))


def of_every_type(chance):
    """Pairs of type number and value: ordinary ones, the smallest, the largest and the ones that say "none"."""
    for kind in DataType:
        python = kind.python_type
        if kind.type_id in (0x00, 0xFF):
            continue
        if issubclass(python, float):
            # (What zigpy makes of subnormal numbers is not IEEE 754, so there are none.)
            for value in (0.0, -0.0, 1.0, -2.5, 1024.0, 0.25, -1023.5, math.inf, -math.inf, math.nan):
                yield kind.type_id, python(value)
        elif issubclass(python, int):
            values = {python(0), sample_integer(python, chance), sample_integer(python, chance)}
            if hasattr(python, "min_value") and not issubclass(python, t.Bool):
                values |= {python(int(python.min_value)), python(int(python.max_value))}
            for value in sorted(values, key=int):
                yield kind.type_id, value
        elif issubclass(python, str):
            # zigpy states the length of a text in characters and writes bytes, so other texts have no right form;
            # and it states the length that means "none" of a long string in one byte.
            for value in ("", "lumi.sensor", sample_string(chance), "x" * (300 if kind.type_id == 0x44 else 254)):
                yield kind.type_id, python(value)
            if kind.type_id == 0x42:
                yield kind.type_id, python("", invalid=True)
        elif issubclass(python, bytes):
            for length in (0, 1, 7, 40):
                yield kind.type_id, python(chance.randbytes(length))
        elif kind.type_id in (0x48, 0x50, 0x51):
            yield kind.type_id, collection(python, 0x20, [t.uint8_t(1), t.uint8_t(255)])
            yield kind.type_id, collection(python, 0x29, [t.int16s(-1), t.int16s(700)])
            yield kind.type_id, collection(python, 0x42, [t.CharacterString("a"), t.CharacterString("bc")])
            yield kind.type_id, collection(python, 0x21, [])
        elif kind.type_id == 0x4C:
            members = [foundation.TypeValue(0x10, t.Bool.true), foundation.TypeValue(0x21, t.uint16_t(3035))]
            yield kind.type_id, python(members)
            yield kind.type_id, python([foundation.TypeValue(0x4C, python(members[:1]))])
            yield kind.type_id, python([])
        else:
            length = len(kind.non_value.serialize()) if kind.non_value is not None else python._length
            for data in (bytes(length), chance.randbytes(length), b"\xff" * length):
                yield kind.type_id, python.deserialize(data)[0]
