import RadioInterface
import SansIO
import Testing
import ZCL
import Zigbee

@testable import ZigbeeHost

@Suite struct AcknowledgementTests {
  /// A keypad unlock by user 3, as locks report it.
  private static func operation(sequence: UInt8 = 20) -> ZCLFrame {
    ZCLFrame(
      kind: .cluster, direction: .serverToClient, sequence: sequence, command: CommandID(0x20),
      payload: [0x00, 0x02, 0x03, 0x00, 0x00, 0, 0, 0, 0, 0])
  }

  private func responses(_ harness: HostHarness, _ device: VirtualDevice) -> [DefaultResponse] {
    harness.devices[device.ieee]?.defaultResponses ?? []
  }

  @Test("The default response to a lock event goes when it is acknowledged, and once")
  func acknowledged() throws {
    let lock = VirtualDevice.lock()
    var harness = ExchangeTests.settled(lock)
    harness.speak(lock.ieee, Self.operation(), cluster: .doorLock, awakeFor: .seconds(60))
    harness.run(for: .seconds(3))
    #expect(responses(harness, lock).isEmpty)
    let token = try #require(harness.commands.first?.token)
    harness.call { host, now in
      host.acknowledge(token, at: now)
      host.acknowledge(token, at: now)
      host.refuse(token, status: .failure, at: now)
    }
    harness.run(for: .seconds(3))
    #expect(
      responses(harness, lock) == [DefaultResponse(command: CommandID(0x20), status: .success)])
  }

  @Test("A repetition before the acknowledgement makes no second event and is covered by it")
  func repeated() throws {
    let lock = VirtualDevice.lock()
    var harness = ExchangeTests.settled(lock)
    for _ in 0..<4 {
      harness.speak(lock.ieee, Self.operation(), cluster: .doorLock, awakeFor: .seconds(60))
      harness.run(for: .seconds(2))
    }
    #expect(harness.commands.count == 1)
    let token = try #require(harness.commands.first?.token)
    harness.call { host, now in host.acknowledge(token, at: now) }
    harness.run(for: .milliseconds(400))
    #expect(responses(harness, lock).count == 1)
    // A copy over another route right behind it is not answered again; a real repetition, which says that
    // the answer was lost, is.
    harness.speak(lock.ieee, Self.operation(), cluster: .doorLock)
    harness.run(for: .milliseconds(500))
    #expect(responses(harness, lock).count == 1)
    harness.run(for: .seconds(2))
    harness.speak(lock.ieee, Self.operation(), cluster: .doorLock)
    harness.run(for: .seconds(1))
    #expect(responses(harness, lock).count == 2)
    #expect(harness.commands.count == 1)
  }

  @Test("Without an acknowledgement in time nothing is sent, then or later")
  func lapsed() throws {
    let lock = VirtualDevice.lock()
    var harness = ExchangeTests.settled(lock)
    harness.speak(lock.ieee, Self.operation(), cluster: .doorLock, awakeFor: .hours(1))
    let token = try #require(harness.commands.first?.token)
    harness.run(for: .seconds(61))
    harness.call { host, now in host.acknowledge(token, at: now) }
    harness.run(for: .seconds(5))
    #expect(responses(harness, lock).isEmpty)
    #expect(harness.host.snapshot(at: harness.monotonic).lapsedAcknowledgements == 1)
  }

  @Test("A refused event is answered with its status, and comes again as a new one")
  func refused() throws {
    let lock = VirtualDevice.lock()
    var harness = ExchangeTests.settled(lock)
    harness.speak(lock.ieee, Self.operation(), cluster: .doorLock, awakeFor: .seconds(60))
    let token = try #require(harness.commands.first?.token)
    harness.call { host, now in host.refuse(token, status: .insufficientSpace, at: now) }
    harness.run(for: .seconds(3))
    #expect(responses(harness, lock).map(\.status) == [.insufficientSpace])
    harness.speak(lock.ieee, Self.operation(), cluster: .doorLock)
    #expect(harness.commands.count == 2)
    #expect(harness.commands.last?.token != nil)
  }

  @Test("Alarms, zone status, programming events and lock state reports carry tokens; other frames do not")
  func critical() {
    let lock = VirtualDevice.lock()
    let contact = VirtualDevice.contact()
    var harness = ExchangeTests.settled(lock, contact)
    var programming = Self.operation(sequence: 1)
    programming.command = CommandID(0x21)
    harness.speak(lock.ieee, programming, cluster: .doorLock)
    harness.speak(
      lock.ieee,
      ZCLFrame(
        kind: .cluster, direction: .serverToClient, sequence: 2, command: CommandID(0), payload: [0, 1, 1]),
      cluster: .alarms)
    harness.speak(
      contact.ieee,
      ZCLFrame(
        kind: .cluster, direction: .serverToClient, sequence: 3, command: CommandID(0),
        payload: [1, 0, 0, 0, 0, 0]), cluster: .iasZone)
    #expect(harness.commands.compactMap(\.token).count == 3)
    harness.speak(
      lock.ieee,
      ZCLFrame(
        kind: .global, direction: .serverToClient, sequence: 4,
        command: GlobalCommand.reportAttributes, payload: [0, 0, 0x30, 2]), cluster: .doorLock)
    #expect(harness.updates.last?.token != nil)
    harness.speak(
      lock.ieee,
      ZCLFrame(
        kind: .global, direction: .serverToClient, sequence: 5,
        command: GlobalCommand.reportAttributes, payload: [0x21, 0, 0x20, 100]),
      cluster: .powerConfiguration)
    #expect(harness.updates.last?.cluster == .powerConfiguration)
    #expect(harness.updates.last?.token == nil)
    harness.speak(lock.ieee, Self.operation(sequence: 6), cluster: .doorLock, destination: .broadcast)
    #expect(harness.commands.last?.token == nil)
  }

  @Test("The ledger is bounded: the oldest frame is given up, never answered by mistake")
  func bounded() {
    var ledger = AcknowledgementLedger(
      limit: 3, pendingTime: .seconds(60), answeredTime: .seconds(10))
    var tokens: [AcknowledgementToken] = []
    for sequence in 0..<5 {
      guard
        case .new(let token) = ledger.received(
          Self.operation(sequence: UInt8(sequence)), from: IEEEAddress(rawValue: 1),
          endpoint: EndpointID(1), ownEndpoint: EndpointID(1), cluster: .doorLock, at: .zero)
      else { continue }
      tokens.append(token)
    }
    #expect(tokens.count == 5 && ledger.pendingCount == 3 && ledger.lapsed == 2)
    #expect(ledger.settle(tokens[0], status: .success, at: .zero) == nil)
    #expect(ledger.settle(tokens[4], status: .success, at: .zero)?.frame.sequence == 4)
  }
}
