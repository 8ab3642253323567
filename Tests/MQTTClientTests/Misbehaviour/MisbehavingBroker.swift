import MQTT
import Reactor
import SansIO
import TestSupport
import Transport

/// The broker's end of streams in memory. It answers as it should until its moment has come, and then does what its
/// case says; `behavesAgain` makes it a good broker for the connections after that.
final class MisbehavingBroker {
  private(set) var sent: [UInt8] = []
  private(set) var connections = 0
  /// What the client has written since the broker misbehaved.
  private(set) var answers: [UInt8] = []
  private(set) var hasMisbehaved = false
  var behavesAgain = false

  private let loop: any Loop
  private let one: MisbehaviourCase
  private var stream: MemoryStream?
  private var pending: [UInt8] = []
  private var isSilent = false

  init(_ one: MisbehaviourCase, loop: any Loop) {
    self.one = one
    self.loop = loop
  }

  func makeStream() -> any ByteStream {
    let (client, server) = MemoryStream.pair(on: loop, latency: .milliseconds(1))
    connections += 1
    pending = []
    isSilent = false
    server.onBytes = { [weak self] in self?.received($0) }
    server.open()
    stream = server
    return client
  }

  private func received(_ bytes: [UInt8]) {
    if hasMisbehaved, !behavesAgain { answers += bytes }
    pending += bytes
    while let packet = takePacket() {
      guard !isSilent else { continue }
      if isMoment(packet) { misbehave(packet) } else { answer(packet) }
    }
  }

  /// The first byte, the packet identifier where it has one, and the whole of it.
  private struct Received {
    var first: UInt8
    var body: ArraySlice<UInt8>

    var type: UInt8 { first >> 4 }
    var qos: UInt8 { first >> 1 & 3 }

    /// Two bytes at the front; behind the topic in PUBLISH.
    var identifier: [UInt8] {
      guard type == 3 else { return Array(body.prefix(2)) }
      let bytes = Array(body)
      guard bytes.count >= 2 else { return [] }
      let topic = Int(bytes[0]) << 8 | Int(bytes[1])
      return Array(bytes.dropFirst(2 + topic).prefix(2))
    }
  }

  private func takePacket() -> Received? {
    var length = 0
    var index = 1
    while true {
      guard index < pending.count, index < 5 else { return nil }
      length |= Int(pending[index] & 0x7F) << (7 * (index - 1))
      index += 1
      if pending[index - 1] & 0x80 == 0 { break }
    }
    guard pending.count >= index + length else { return nil }
    let packet = Received(first: pending[0], body: pending[index..<index + length])
    pending.removeFirst(index + length)
    return packet
  }

  private func isMoment(_ packet: Received) -> Bool {
    guard !behavesAgain, !hasMisbehaved else { return false }
    switch one.moment {
    case .connect, .session: return packet.type == 1
    case .resume: return packet.type == 1 && connections == 2
    case .publish1, .publish2: return packet.type == 3
    case .release: return packet.type == 6
    case .subscribe: return packet.type == 8
    case .unsubscribe: return packet.type == 10
    case .ping: return packet.type == 12
    }
  }

  private func answer(_ packet: Received) {
    let properties: [UInt8] = one.version == .v5 ? [0] : []
    let answer: [UInt8]
    switch packet.type {
    case 1: answer = [0x20, UInt8(2 + properties.count), 0, 0] + properties
    case 3 where one.moment == .resume && !behavesAgain: return hangUp()
    case 3 where packet.qos == 1: answer = [0x40, 2] + packet.identifier
    case 3 where packet.qos == 2: answer = [0x50, 2] + packet.identifier
    case 6: answer = [0x70, 2] + packet.identifier
    case 8: answer = [0x90, UInt8(3 + properties.count)] + packet.identifier + properties + [1]
    case 10: answer = [0xB0, UInt8(2 + 2 * properties.count)] + packet.identifier + properties + properties
    case 12: answer = [0xD0, 0]
    default: return
    }
    stream?.write(answer)
  }

  private func hangUp() {
    stream?.close()
    stream = nil
  }

  // MARK: Misbehaviour

  private func misbehave(_ packet: Received) {
    hasMisbehaved = true
    if one.moment == .session { answer(packet) }
    perform(one.steps[...], identifier: packet.identifier, trickles: false)
  }

  private func perform(_ steps: ArraySlice<MisbehaviourCase.Step>, identifier: [UInt8], trickles: Bool) {
    var steps = steps
    var trickles = trickles
    while let step = steps.popFirst() {
      switch step {
      case .trickle: trickles = true
      case .close: return hangUp()
      case .silence: isSilent = true
      case .wait(let span):
        return after(span) { [weak self] in self?.perform(steps, identifier: identifier, trickles: trickles) }
      case .bytes(let text):
        let plain = text.split(separator: "{id}", omittingEmptySubsequences: false)
          .joined(separator: hex(identifier))
        let bytes = TestSupport.bytes(hex: plain) ?? []
        guard trickles else {
          stream?.write(bytes)
          continue
        }
        return trickle(bytes[...]) { [weak self] in
          self?.perform(steps, identifier: identifier, trickles: true)
        }
      }
    }
  }

  private func trickle(_ bytes: ArraySlice<UInt8>, then next: @escaping () -> Void) {
    guard let first = bytes.first else { return next() }
    stream?.write([first])
    after(.seconds(1)) { [weak self] in self?.trickle(bytes.dropFirst(), then: next) }
  }

  private func after(_ span: TimeSpan, _ body: @escaping () -> Void) {
    _ = loop.schedule(at: loop.now.monotonic + span, body)
  }
}
