import ByteCoding
import EZSP
import RadioInterface
import SansIO
import Zigbee

/// Commands and their responses.
extension VirtualEZSPCoordinator {
  typealias Values = [String: FieldInput]

  /// One command on its way through the firmware.
  struct Command {
    var name: String
    var fields: FrameFields

    func number(_ name: String) -> UInt64 { fields.integer(name) ?? 0 }
    func byte(_ name: String) -> UInt8 { UInt8(truncatingIfNeeded: number(name)) }
    func short(_ name: String) -> UInt16 { UInt16(truncatingIfNeeded: number(name)) }
    func ieee(_ name: String) -> IEEEAddress { IEEEAddress(rawValue: number(name)) }
    func bytes(_ name: String) -> [UInt8] { fields.bytes(name) ?? [] }
  }

  /// `EzspStatus` in `invalidCommand`.
  enum InvalidCommand {
    static let versionNotSet: UInt32 = 0x30
    static let frameID: UInt32 = 0x31
    static let truncated: UInt32 = 0x33
  }

  var success: Values { ["status": .number(0)] }

  mutating func handle(_ payload: [UInt8], at now: MonotonicInstant) {
    let format = version.header == .legacy ? EZSPHeaderFormat.legacy : EZSPFrame.likelyHeader(payload)
    guard let frame = try? EZSPFrame(payload, header: format), !frame.control.isResponse else { return }
    lastSequence = frame.sequence
    if frame.id == 0 { return answerVersion(frame, format, at: now) }
    guard isVersionSet, format == header else {
      return refuse(frame, InvalidCommand.versionNotSet, format, at: now)
    }
    if !faults.isEmpty, faults.strike(.rpcError) != nil {
      return refuse(frame, InvalidCommand.frameID, format, at: now)
    }
    let fields = Self.schema.read(frame, version)
    guard let name = fields.name else { return refuse(frame, InvalidCommand.frameID, format, at: now) }
    guard fields["_truncated_at"] == nil else {
      return refuse(frame, InvalidCommand.truncated, format, at: now)
    }
    let command = Command(name: name, fields: fields)
    isAnswering = true
    let values = answer(command, at: now)
    isAnswering = false
    if let values {
      respond(frame, name, values, at: now)
    } else {
      refuse(frame, InvalidCommand.frameID, format, at: now)
    }
    sendDeferredCallbacks(at: now)
    finish(command, at: now)
  }

  private mutating func answerVersion(
    _ frame: EZSPFrame, _ format: EZSPHeaderFormat, at now: MonotonicInstant
  ) {
    guard let desired = frame.parameters.first else { return }
    let response = EZSPFrame(
      sequence: frame.sequence, control: .response, id: 0,
      parameters: [version.rawValue, 2, 0x30, 0x74])
    _ = link.send(response.bytes(format), at: now)
    if desired == version.rawValue, format == version.header {
      isVersionSet = true
      header = format
    }
  }

  private mutating func respond(
    _ frame: EZSPFrame, _ name: String, _ values: Values, at now: MonotonicInstant
  ) {
    let response = Self.schema.frame(
      name, .response, values, sequence: frame.sequence, control: .response, version: version)
    guard let response else { return refuse(frame, InvalidCommand.frameID, header, at: now) }
    _ = link.send(response.bytes(header), at: now)
  }

  private mutating func refuse(
    _ frame: EZSPFrame, _ code: UInt32, _ format: EZSPHeaderFormat, at now: MonotonicInstant
  ) {
    let bytes = version.hasLongStatus ? littleEndian(code) : [UInt8(truncatingIfNeeded: code)]
    let response = EZSPFrame(
      sequence: frame.sequence, control: .response, id: 0x0058, parameters: bytes)
    _ = link.send(response.bytes(format), at: now)
  }

  /// nil for a command that this firmware does not have.
  private mutating func answer(_ command: Command, at now: MonotonicInstant) -> Values? {
    answerSystem(command) ?? answerNetwork(command, at: now) ?? answerSecurity(command)
      ?? answerTables(command) ?? answerMessage(command, at: now)
  }

  // MARK: System

  private mutating func answerSystem(_ command: Command) -> Values? {
    switch command.name {
    case "nop", "setPowerDescriptor": return success
    case "echo": return ["echo_hex": .bytes(command.bytes("data_hex"))]
    case "getEui64": return ["eui": .number(ieeeAddress.rawValue)]
    case "getConfigurationValue":
      let value =
        configuration[command.byte("config_id")] ?? Self.standardConfiguration[command.byte("config_id")]
      return ["status": status(value == nil ? .invalidParameter : .success), "value": .number(value ?? 0)]
    case "setConfigurationValue":
      guard power == .idle else { return ["status": status(.invalidCall)] }
      configuration[command.byte("config_id")] = command.short("value")
      return success
    case "getPolicy":
      return success.merging(["decision_id": .number(policies[command.byte("policy_id")] ?? 0)]) { $1 }
    case "setPolicy":
      policies[command.byte("policy_id")] = command.byte("decision_id")
      return success
    case "getValue": return value(command.byte("value_id"))
    case "setValue": return setValue(command)
    case "setManufacturerCode":
      manufacturerCode = command.short("code")
      return success
    case "tokenFactoryReset":
      let tokens = memory.tokens
      if !isRunning { memory = EZSPMemory() }
      memory.tokens = tokens
      return success
    case "readCounters", "readAndClearCounters":
      return ["counters": .list([UInt64](repeating: 0, count: 40))]
    default: return answerTokens(command)
    }
  }

  /// Key table, address table, security level.
  private static let standardConfiguration: [UInt8: UInt16] = [
    0x01: 64, 0x02: 16, 0x03: 10, 0x05: 8, 0x06: 8, 0x07: 16, 0x0C: 2, 0x0D: 5, 0x11: 32, 0x12: 3_000,
    0x13: 8, 0x19: 2, 0x1A: 100, 0x1B: 6, 0x1E: 4, 0x22: 2, 0x2A: 0, 0x2D: 1, 0x36: 300, 0x38: 300,
  ]

  private func value(_ id: UInt8) -> Values {
    let bytes: [UInt8]? =
      switch id {
      case 0x03: [200]
      // Build, major, minor, patch, special, type.
      case 0x11: [0x7B, 0x00, 7, 4, 3, 0, 0xAA]
      case 0x23: littleEndian(memory.networkCounter)
      case 0x24: littleEndian(memory.apsCounter)
      default: values[id]
      }
    return [
      "status": status(bytes == nil ? .invalidParameter : .success), "value_hex": .bytes(bytes ?? []),
    ]
  }

  private mutating func setValue(_ command: Command) -> Values {
    let bytes = command.bytes("value_hex")
    let number = bytes.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    switch command.byte("value_id") {
    case 0x23: memory.networkCounter = number
    case 0x24: memory.apsCounter = number
    default: values[command.byte("value_id")] = Array(bytes.prefix(16))
    }
    return success
  }

  private mutating func answerTokens(_ command: Command) -> Values? {
    let token = UInt32(truncatingIfNeeded: command.number("token"))
    switch command.name {
    case "getMfgToken":
      // Nothing was burnt into this chip.
      let length = command.byte("token_id") == 0x0C ? 8 : 16
      return ["value_hex": .bytes([UInt8](repeating: 0xFF, count: length))]
    case "setMfgToken": return success
    case "getTokenData":
      let blank = token == EZSPMemory.restoredAddressToken ? [UInt8](repeating: 0xFF, count: 8) : nil
      guard let value = memory.tokens[token] ?? blank else { return ["status": status(.notFound)] }
      return success.merging(["value_hex": .bytes(value)]) { $1 }
    case "setTokenData":
      guard memory.tokens[token] != nil || memory.tokens.count < EZSPMemory.tokenLimit else {
        return ["status": status(.tableFull)]
      }
      memory.tokens[token] = command.bytes("value_hex")
      return success
    default: return nil
    }
  }
}
