import MQTT
import Reactor
import SansIO
import Transport

/// The broker's end of streams in memory: records what comes and answers by itself as far as it is told to.
final class ScriptedBroker {
  var acknowledges = true
  var sessionPresent = false
  var refusal: ConnectReturnCode?
  private(set) var packets: [Packet] = []
  /// How many packets each write brought.
  private(set) var packetsPerWrite: [Int] = []
  private(set) var connections = 0
  private(set) var complaints: [String] = []
  private let loop: any Loop
  private var stream: MemoryStream?
  private(set) var clientEnd: MemoryStream?
  private var deframer = PacketDeframer()

  init(loop: any Loop) { self.loop = loop }

  /// What the client gets when it connects.
  func makeStream() -> any ByteStream {
    let (client, server) = MemoryStream.pair(on: loop, latency: .milliseconds(1))
    connections += 1
    deframer = PacketDeframer()
    server.onBytes = { [weak self] in self?.receive($0) }
    server.open()
    stream = server
    clientEnd = client
    return client
  }

  func send(_ packets: Packet...) throws {
    for packet in packets { stream?.write(try packet.encoded()) }
  }

  func hangUp() {
    stream?.close()
    stream = nil
  }

  func takePackets() -> [Packet] {
    defer { packets = [] }
    return packets
  }

  private func receive(_ bytes: [UInt8]) {
    deframer.append(bytes)
    var count = 0
    do {
      while let frame = try deframer.nextFrame() {
        let packet = try Packet(frame)
        packets.append(packet)
        count += 1
        if let answer = answer(to: packet) { try send(answer) }
      }
    } catch {
      complaints.append("\(error)")
    }
    packetsPerWrite.append(count)
  }

  private func answer(to packet: Packet) -> Packet? {
    switch packet {
    case .connect:
      return .connectAcknowledgement(
        ConnectAcknowledgement(
          sessionPresent: refusal == nil && sessionPresent, returnCode: refusal ?? .accepted))
    case .subscribe(let packet):
      return .subscribeAcknowledgement(
        SubscribeAcknowledgement(
          packetIdentifier: packet.packetIdentifier,
          results: packet.subscriptions.map { .granted($0.qos) }))
    case .pingRequest: return .pingResponse
    case .publish(let packet) where acknowledges:
      guard let identifier = packet.packetIdentifier else { return nil }
      let response = PublishResponse(identifier)
      return packet.message.qos == .atLeastOnce
        ? .publishAcknowledgement(response) : .publishReceived(response)
    case .publishRelease(let response) where acknowledges: return .publishComplete(response)
    default: return nil
    }
  }
}
