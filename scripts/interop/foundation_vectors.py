"""Global commands of zigpy and what they say, for `zcl_vectors.py`."""

import random

import zigpy.types as t
from zigpy.zcl import foundation
from zigpy.zcl.foundation import GENERAL_COMMANDS, GeneralCommand, Status

from vector_values import hexadecimal, of_every_type, typed

NAMES = (
    "read_attributes read_attributes_response write_attributes write_attributes_undivided write_attributes_response "
    "write_attributes_no_response configure_reporting configure_reporting_response read_reporting_configuration "
    "read_reporting_configuration_response report_attributes default_response discover_attributes "
    "discover_attributes_response read_attributes_structured write_attributes_structured "
    "write_attributes_structured_response discover_commands_received discover_commands_received_response "
    "discover_commands_generated discover_commands_generated_response discover_attributes_extended "
    "discover_attributes_extended_response"
).split()
# Any cluster will do whose attributes have no meaning of their own inside a value.
CLUSTER = 0x0101


def frame(command, said, manufacturer=None, **fields):
    """One vector: zigpy's header and payload, and what they say."""
    definition = GENERAL_COMMANDS[command]
    chance = random.Random(f"{command} {said}")
    header = foundation.ZCLHeader.general(
        tsn=chance.randrange(256), command_id=command, manufacturer=manufacturer, direction=definition.direction)
    expected = {
        "frame_type": 0, "direction": "server_to_client" if definition.direction else "client_to_server",
        "disable_default_response": bool(definition.direction), "seq": int(header.tsn),
        "command_id": hexadecimal(command, 1), "command": NAMES[command],
    }
    if manufacturer is not None:
        expected["manufacturer_code"] = hexadecimal(manufacturer, 2)
    payload = definition.schema(**fields).serialize()
    return CLUSTER, 0x0104, header.serialize() + payload, {"zcl": expected | said}


def attribute(number, type_id, value):
    return foundation.Attribute(attrid=number, value=foundation.TypeValue(type_id, value))


def records(*items):
    return {"attributes": list(items)}


def one(number, **members):
    return {"id": hexadecimal(number, 2)} | members


def values():
    """A value of every type, in a report, a write and an answer to a read."""
    chance = random.Random("values")
    for index, (type_id, value) in enumerate(of_every_type(chance)):
        said = records(one(index) | typed(type_id, value))
        manufacturer = 0x115F if index % 5 == 4 else None
        if index % 3 == 0:
            yield frame(GeneralCommand.Report_Attributes, said, manufacturer,
                        attribute_reports=[attribute(index, type_id, value)])
        elif index % 3 == 1:
            command = GeneralCommand(2 + index % 2 + (2 if index % 4 == 3 else 0))
            if command == GeneralCommand.Write_Attributes_rsp:
                command = GeneralCommand.Write_Attributes
            yield frame(command, said, manufacturer, attributes=[attribute(index, type_id, value)])
        else:
            said["attributes"][0]["status"] = "0x00"
            is_list = type_id in (0x48, 0x50, 0x51)
            record = foundation.ReadAttributeRecord(
                index, Status.SUCCESS, value if is_list else foundation.TypeValue(type_id, value))
            yield frame(GeneralCommand.Read_Attributes_rsp, said, manufacturer, status_records=[record])


def configuration(number, type_id, least, most, change):
    record = foundation.AttributeReportingConfig()
    record.direction = foundation.ReportingDirection.SendReports
    record.attrid, record.datatype = number, type_id
    record.min_interval, record.max_interval, record.reportable_change = least, most, change
    said = one(number, direction=0, type=hexadecimal(type_id, 1), min_interval=least, max_interval=most)
    if foundation.DataType.from_type_id(type_id).type_class is foundation.DataClass.Analog:
        said["reportable_change"] = change
    return record, said


def waiting(number, timeout):
    record = foundation.AttributeReportingConfig()
    record.direction = foundation.ReportingDirection.ReceiveReports
    record.attrid, record.timeout = number, timeout
    return record, one(number, direction=1, timeout=timeout)


def reporting():
    pairs = [configuration(0, 0x10, 0, 3600, 0), configuration(5, 0x21, 10, 60, 50), configuration(7, 0x29, 1, 2, -3),
             configuration(9, 0x39, 1, 0xFFFF, 0.5), configuration(11, 0x25, 1, 300, 1 << 40), waiting(1, 600)]
    for pair in pairs:
        yield frame(GeneralCommand.Configure_Reporting, records(pair[1]), config_records=[pair[0]])
        answer = foundation.AttributeReportingConfigWithStatus(status=Status.SUCCESS, config=pair[0])
        yield frame(GeneralCommand.Read_Reporting_Configuration_rsp, records({"status": "0x00"} | pair[1]),
                    attribute_configs=[answer])
    yield frame(GeneralCommand.Configure_Reporting, records(*(said for _, said in pairs)),
                config_records=[record for record, _ in pairs])
    missing = foundation.AttributeReportingConfigWithStatus(status=Status.NOT_FOUND, config=pairs[0][0])
    yield frame(GeneralCommand.Read_Reporting_Configuration_rsp,
                records(one(0, status="0x8B", direction=0)), attribute_configs=[missing])
    record = foundation.ConfigureReportingResponseRecord
    yield frame(GeneralCommand.Configure_Reporting_rsp, records({"status": "0x00"}),
                status_records=foundation.ConfigureReportingResponse([record(status=Status.SUCCESS)]))
    failed = [record(status=Status.UNREPORTABLE_ATTRIBUTE, direction=0, attrid=3),
              record(status=Status.UNSUPPORTED_ATTRIBUTE, direction=1, attrid=0x0201)]
    yield frame(GeneralCommand.Configure_Reporting_rsp,
                records(one(3, status="0x8C", direction=0), one(0x0201, status="0x86", direction=1)),
                status_records=foundation.ConfigureReportingResponse(failed))
    asked = [foundation.ReadReportingConfigRecord(direction=0, attrid=5), foundation.ReadReportingConfigRecord(direction=1, attrid=6)]
    yield frame(GeneralCommand.Read_Reporting_Configuration,
                records(one(5, direction=0), one(6, direction=1)), attribute_records=asked)


def plain():
    yield frame(GeneralCommand.Read_Attributes, records(one(0), one(0x4000)), attribute_ids=[0, 0x4000])
    yield frame(GeneralCommand.Read_Attributes, records(one(0xFF01)), 0x115F, attribute_ids=[0xFF01])
    failed = foundation.ReadAttributeRecord(7, Status.UNSUPPORTED_ATTRIBUTE)
    yield frame(GeneralCommand.Read_Attributes_rsp, records(one(7, status="0x86")), status_records=[failed])
    written = foundation.WriteAttributesStatusRecord
    yield frame(GeneralCommand.Write_Attributes_rsp, records({"status": "0x00"}),
                status_records=foundation.WriteAttributesResponse([written(status=Status.SUCCESS)]))
    yield frame(GeneralCommand.Write_Attributes_rsp, records(one(3, status="0x88")),
                status_records=foundation.WriteAttributesResponse([written(status=Status.READ_ONLY, attrid=3)]))
    for status in Status:
        yield frame(GeneralCommand.Default_Response, {"fields": {"command_id": "0x0A", "status": hexadecimal(status, 1)}},
                    command_id=0x0A, status=status)


def selector(*indexes, op=0):
    return foundation.Selector(depth=len(indexes), op=foundation.SelectorOperation(op), indexes=list(indexes))


def structured():
    read = foundation.ReadAttributeStructured
    yield frame(GeneralCommand.Read_Attributes_Structured, records(one(1), one(2, indexes=[3, 1])),
                attributes=[read(attrid=1, selector=selector()), read(attrid=2, selector=selector(3, 1))])
    for op in (0, 1, 2):
        write = foundation.WriteAttributeStructured(
            attrid=9, selector=selector(4, op=op), value=foundation.TypeValue(0x20, t.uint8_t(7)))
        said = one(9, indexes=[4]) | typed(0x20, t.uint8_t(7)) | ({"operation": op} if op else {})
        yield frame(GeneralCommand.Write_Attributes_Structured, records(said), attributes=[write])
    status = foundation.WriteAttributesStructuredStatusRecord
    answer = foundation.WriteAttributesStructuredResponse
    yield frame(GeneralCommand.Write_Attributes_Structured_rsp, records({"status": "0x00"}),
                status_records=answer([status(status=Status.SUCCESS)]))
    failed = status(status=Status.INVALID_SELECTOR, attrid=9, selector=selector(4))
    yield frame(GeneralCommand.Write_Attributes_Structured_rsp, records(one(9, status="0x8E", indexes=[4])),
                status_records=answer([failed]))


def discovery():
    asked = {"fields": {"start_id": "0x0010", "maximum_count": 20}}
    yield frame(GeneralCommand.Discover_Attributes, asked, start_attribute_id=0x10, max_attribute_ids=20)
    yield frame(GeneralCommand.Discover_Attribute_Extended, asked, start_attribute_id=0x10, max_attribute_ids=20)
    found = foundation.DiscoverAttributesResponseRecord
    yield frame(GeneralCommand.Discover_Attributes_rsp,
                {"fields": {"complete": 1}} | records(one(0, type="0x20"), one(7, type="0x30")),
                discovery_complete=t.Bool.true, attribute_info=[found(attrid=0, datatype=0x20), found(attrid=7, datatype=0x30)])
    extended = foundation.DiscoverAttributesExtendedResponseRecord
    for access in range(1, 8):
        yield frame(GeneralCommand.Discover_Attribute_Extended_rsp,
                    {"fields": {"complete": 0}} | records(one(5, type="0x21", access=hexadecimal(access, 1))),
                    discovery_complete=t.Bool.false, extended_attr_info=[extended(attrid=5, datatype=0x21, acl=access)])
    for command in (GeneralCommand.Discover_Commands_Received, GeneralCommand.Discover_Commands_Generated):
        yield frame(command, {"fields": {"start_id": "0x10", "maximum_count": 20}}, start_command_id=0x10, max_command_ids=20)
        answer = GeneralCommand(command + 1)
        yield frame(answer, {"fields": {"complete": 1}, "commands": ["0x00", "0x01", "0x40"]},
                    discovery_complete=t.Bool.true, command_ids=[0, 1, 0x40])


def vectors():
    yield from plain()
    yield from values()
    yield from reporting()
    yield from structured()
    yield from discovery()
