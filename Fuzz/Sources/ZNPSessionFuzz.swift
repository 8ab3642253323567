import RadioInterface
import SansIO
import ZNP
import Zigbee

/// A session whose network is formed, and then a coordinator that says anything at any time.
///
/// Each step is a byte that draws an event, then its arguments.
enum ZNPSessionFuzz: FuzzTarget {
  static let name = "znp-session"
  private static let formed = SerialLine.formed()

  static func run(_ bytes: [UInt8]) {
    var life = Life(line: formed, input: FuzzInput(bytes))
    while !life.input.isEmpty { life.step() }
  }

  private struct Life {
    var line: SerialLine
    var input: FuzzInput
    var lastRequest: UInt64 = 0
    var open: Set<RadioRequestID> = []

    mutating func step() {
      switch input.byte() % 12 {
      case 0: line.inject(input.counted())
      case 1, 2, 3: line.inject(frame())
      case 4: passTime(input.span())
      case 5: line.deliver()
      case 6: line.underWay = []
      case 7: command(send())
      case 8: command(other())
      case 9:
        line.close()
        line.open()
      case 10: line.inject(Array(line.underWay.prefix(Int(input.byte()))))
      default: damage()
      }
      settle()
    }

    /// A frame with a right check byte and any content.
    private mutating func frame() -> [UInt8] {
      let kinds: [MTMessageType] = [.asynchronousRequest, .synchronousResponse, .synchronousRequest, .poll]
      let draw = input.byte()
      let type = kinds[Int(draw >> 5) % kinds.count]
      let id = MTCommandID(MTSubsystem(rawValue: draw & 0x1F), input.byte())
      let payload = input.counted().prefix(UNPIFrame.longestPayload)
      return UNPIFrame(type: type, id: id, payload: Array(payload)).bytes ?? []
    }

    private mutating func damage() {
      let place = Int(input.byte())
      let byte = input.byte()
      guard place < line.underWay.count else { return }
      line.underWay[place] = byte
      line.deliver()
    }

    private mutating func passTime(_ span: TimeSpan) {
      let end = line.now + span
      let delivers = input.byte() & 1 == 0
      // Long times are cut: what repeats every minute repeats for ever.
      for _ in 0..<64 where line.step(until: end, delivering: delivers) {}
      line.now = max(line.now, end)
    }

    private mutating func nextID() -> RadioRequestID {
      lastRequest += 1
      let id = RadioRequestID(rawValue: lastRequest)
      open.insert(id)
      return id
    }

    private mutating func command(_ command: RadioCommand) {
      line.session.command(command, at: line.now)
      line.drain()
    }

    private mutating func send() -> RadioCommand {
      let draw = input.byte()
      let address = NetworkAddress(rawValue: input.number16())
      let destination: APSRequest.Destination =
        switch draw & 3 {
        case 0: .device(address)
        case 1: .ieee(IEEEAddress(rawValue: UInt64(address.rawValue)))
        case 2: .group(GroupID(rawValue: address.rawValue))
        default: .broadcast(address)
        }
      let request = APSRequest(
        destination: destination, destinationEndpoint: EndpointID(draw >> 2 & 3),
        cluster: ClusterID(rawValue: UInt16(draw)), payload: input.counted())
      return .send(nextID(), request)
    }

    private mutating func other() -> RadioCommand {
      let id = nextID()
      switch input.byte() % 8 {
      case 0: return .permitJoin(id, seconds: input.byte(), through: nil)
      case 1: return .permitJoin(id, seconds: 60, through: NetworkAddress(rawValue: input.number16()))
      case 2: return .readBackup(id)
      case 3: return .adoptNetwork(id)
      case 4: return .formNetwork(id, NetworkPlan(), erasing: input.byte() & 1 == 0)
      case 5: return .setTransmitPower(id, Int8(bitPattern: input.byte()))
      case 6: return backup().map { .restoreNetwork(id, $0) } ?? .reset(id)
      default: return .reset(id)
      }
    }

    private mutating func backup() -> NetworkBackup? {
      guard let channel = RadioChannel(rawValue: 11 + input.byte() % 16) else { return nil }
      let network = NetworkParameters(
        panID: PANIdentifier(rawValue: input.number16()), extendedPANID: SerialLine.entropy.extendedPANID,
        channel: channel, coordinator: IEEEAddress(rawValue: 1), networkKey: SerialLine.entropy.networkKey)
      let devices = (0..<Int(input.byte())).map { number in
        NetworkBackup.Device(
          ieee: IEEEAddress(rawValue: UInt64(number) &+ 0x0015_8D00_0000_0000),
          networkAddress: NetworkAddress(rawValue: UInt16(number)), isChild: number % 3 == 0,
          linkKey: SerialLine.entropy.networkKey, receiveCounter: .max, transmitCounter: .max)
      }
      return NetworkBackup(
        network: network, channelMask: channel.mask, frameCounter: UInt32.max - UInt32(input.byte()),
        devices: devices)
    }

    /// Each request ends at most once.
    private mutating func settle() {
      for event in line.events {
        switch event {
        case .sent(let id, _), .completed(let id, _):
          require(open.remove(id) != nil, "a request ended twice: \(event)")
        default: break
        }
      }
      line.events = []
    }
  }
}
