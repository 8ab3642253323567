import GatewayCore
import RadioInterface
import SansIO
import Simulation
import ZNP
import Zigbee
import ZigbeeHost

/// The whole chain of machines with a formed network and five interviewed devices, and then devices that say
/// anything: hostile frames on the air, calls meanwhile, and time.
enum GatewayFuzz: FuzzTarget {
  static let name = "gateway"
  private static let formed: GatewayStack? = GatewayStack.formed()

  static func run(_ bytes: [UInt8]) {
    guard let formed else { return require(false, "the gateway could not be made") }
    var life = Life(stack: formed, input: FuzzInput(bytes), before: formed.line.house.devices.map(\.address))
    while !life.input.isEmpty { life.step() }
    require(life.stack.host.devices.count <= 1_000, "devices without end")
  }

  private struct Life {
    var stack: GatewayStack
    var input: FuzzInput
    let before: [NetworkAddress]

    mutating func step() {
      switch input.byte() % 16 {
      case 0...6: inject(message(cluster: cluster(), endpoint: 1 + input.byte() % 2))
      case 7, 8: inject(message(cluster: deviceObjectCluster(), endpoint: 0))
      case 9: passTime(.milliseconds(Int64(input.number16())))
      case 10: passTime(input.span())
      case 11: call()
      case 12: stack.script(scripts[Int(input.byte()) % scripts.count])
      case 13: inject(deviceIndication())
      case 14:
        stack.line.close()
        stack.line.open()
      default: stack.line.inject(input.counted())
      }
      stack.settle()
    }

    private let scripts = [
      "press lamp", "leave lamp", "join lamp", "reset watchdog", "unlock lock manual", "lock lock one-touch",
      "wrong-code lock", "alarm lock 1", "open contact", "close contact", "tamper contact on",
      "set sensor temperature 21.5", "report sensor temperature", "move all", "drop all", "return all",
      "storm 0 50", "program lock 1 pin 1234",
    ]

    private mutating func inject(_ frame: UNPIFrame) {
      if let bytes = frame.bytes { stack.line.inject(bytes) }
    }

    private mutating func cluster() -> UInt16 {
      let known: [UInt16] = [
        0x0000, 0x0001, 0x0003, 0x0004, 0x0005, 0x0006, 0x0008, 0x0009, 0x000A, 0x0019, 0x0020, 0x0101,
        0x0201, 0x0300, 0x0402, 0x0405, 0x0500, 0x0702, 0x0B04, 0xFC11, 0xEF00,
      ]
      let draw = Int(input.byte())
      return draw < known.count * 8 ? known[draw % known.count] : input.number16()
    }

    private mutating func deviceObjectCluster() -> UInt16 {
      let draw = input.byte()
      return UInt16(draw & 0x3F) | (draw & 0x80 != 0 ? 0x8000 : 0)
    }

    private mutating func source() -> UInt16 {
      let draw = Int(input.byte())
      return draw < 250 && !before.isEmpty ? before[draw % before.count].rawValue : input.number16()
    }

    /// AF_INCOMING_MSG.
    private mutating func message(cluster: UInt16, endpoint: UInt8) -> UNPIFrame {
      let source = source()
      let payload = Array(input.counted().prefix(200))
      var data: [UInt8] = [0, 0, UInt8(cluster & 0xFF), UInt8(cluster >> 8)]
      data += [
        UInt8(source & 0xFF), UInt8(source >> 8), endpoint, endpoint == 0 ? 0 : 1, 0, 80, 0, 0, 0, 0, 0,
      ]
      data += [0, UInt8(payload.count)] + payload + [UInt8(source & 0xFF), UInt8(source >> 8), 29]
      return UNPIFrame(type: .asynchronousRequest, id: MTCommandID(.af, 0x81), payload: data)
    }

    /// Join, leave and announce as the coordinator tells them.
    private mutating func deviceIndication() -> UNPIFrame {
      let draw = input.byte()
      let source = source()
      let address = [UInt8(source & 0xFF), UInt8(source >> 8)]
      let ieee = draw & 0x80 != 0 ? ownAddress(draw) : input.bytes(8)
      let commands: [(UInt8, [UInt8])] = [
        (0xC1, address + address + ieee + [draw]), (0xC9, address + ieee + [draw & 1, draw & 2, draw & 4]),
        (0xCA, address + ieee + [0, 0]),
      ]
      let (command, payload) = commands[Int(draw) % commands.count]
      return UNPIFrame(type: .asynchronousRequest, id: MTCommandID(.zdo, command), payload: payload)
    }

    private func ownAddress(_ draw: UInt8) -> [UInt8] {
      let devices = stack.host.devices
      guard !devices.isEmpty else { return [] }
      let ieee = devices[Int(draw & 0x7F) % devices.count].ieee.rawValue
      return (0..<8).map { UInt8(truncatingIfNeeded: ieee >> (8 * UInt64($0))) }
    }

    private mutating func passTime(_ span: TimeSpan) {
      let end = stack.line.now + span
      // Long times are cut: what repeats every minute repeats for ever.
      for _ in 0..<200 where stack.step(until: end) {}
      stack.line.now = max(stack.line.now, end)
    }

    private mutating func call() {
      let devices = stack.core.devices
      let draw = Int(input.byte())
      let device = devices.isEmpty ? "" : devices[draw % devices.count].deviceID
      let functions = [
        #""openLock","params":{"optype":"unlock","type":"pin","pin":"1234"}"#,
        #""openLock","params":{"optype":"lock"}"#, #""getPower","params":{}"#,
        #""setControlLight","params":{"on":true,"level":7,"colorTemperature":370}"#,
        #""readAttribute","params":{"clusterID":6,"attributeID":[0,1]}"#,
        #""delDevice","params":{"bustype":"zigbee"}"#, #""setJoinAllow","params":{"mode":"zigbee"}"#,
        #""getBasicInfo","params":{}"#,
      ]
      let body =
        #"{"msgtype":"request","userId":"\#(GatewayStack.user)","msgId":\#(input.byte()),"#
        + #""gwId":"\#(GatewayStack.gatewayID)","deviceId":"\#(device)","timestamp":"#
        + #"\#(stack.now.wall.milliseconds),"func":\#(functions[(draw >> 3) % functions.count])}"#
      stack.receive(Array(body.utf8))
    }
  }
}
