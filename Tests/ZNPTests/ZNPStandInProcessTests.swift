import RadioInterface
import SansIO
import Testing
import Zigbee

@testable import ZNP

/// The session on a pty against a coordinator that somebody else wrote.
@Suite(.serialized, .enabled(if: StandInProcess.isPossible, "python3 is not installed"))
struct ZNPStandInProcessTests {
  private func id(_ value: UInt64) -> RadioRequestID { RadioRequestID(rawValue: value) }

  @Test func aNetworkIsAdoptedDevicesAnswerAndReportsArriveInOrder() throws {
    let process = try StandInProcess(devices: 20, configuration: ZNPConfiguration(transmitPower: 9))
    defer { process.stop() }
    process.session.linkOpened(at: process.now)
    #expect(process.run(for: 20) { $0.session.state == .running })
    #expect(process.transmittedFrames <= 100)
    #expect(
      process.events.contains { event in
        if case .diagnostic(.warning(let text)) = event { text.contains("WELL-KNOWN") } else { false }
      })
    let stats = try process.ask(#"{"op":"stats"}"#)
    #expect((stats["unknown"] as? [String: Int])?.isEmpty == true)

    try interview(process)
    try report(process)
    try backUp(process)
  }

  private func interview(_ process: StandInProcess) throws {
    let lock = NetworkAddress(rawValue: 0x1001 + 9 * 7)
    var request = SampleRequests.deviceObject
    request.destination = .device(lock)
    request.payload = [0x33, UInt8(truncatingIfNeeded: lock.rawValue), UInt8(lock.rawValue >> 8)]
    process.session.command(.send(id(1), request), at: process.now)
    #expect(process.run(for: 5) { $0.received.contains { $0.cluster.rawValue == 0x8005 } })
    let endpoints = try #require(process.received.first { $0.cluster.rawValue == 0x8005 })
    #expect(endpoints.source == lock)
    #expect(endpoints.payload.first == 0x33)
    #expect(endpoints.payload.suffix(2) == [1, 1])

    var read = SampleRequests.unicast
    read.destination = .device(lock)
    read.cluster = ClusterID(rawValue: 0x0101)
    read.payload = [0x00, 0x44, 0x00, 0x00, 0x00]
    process.session.command(.send(id(2), read), at: process.now)
    #expect(process.run(for: 5) { $0.received.contains { $0.cluster.rawValue == 0x0101 } })
    #expect(process.events.contains(.sent(id(1), .delivered)))
    #expect(process.run(for: 5) { $0.events.contains(.sent(RadioRequestID(rawValue: 2), .delivered)) })
  }

  private func report(_ process: StandInProcess) throws {
    _ = try process.ask(#"{"op":"join","from":0,"to":3,"gap_ms":5}"#)
    #expect(
      process.run(for: 5) { process in
        process.events.filter { if case .deviceJoined = $0 { true } else { false } }.count == 3
      })
    #expect(process.received.filter { $0.cluster.rawValue == 0x0013 }.count == 3)
    _ = try process.ask(#"{"op":"inject","count":2000,"rate":0,"kind":"lock"}"#)
    let isEvent: (APSIndication) -> Bool = { $0.cluster.rawValue == 0x0101 && $0.payload.count > 12 }
    #expect(process.run(for: 20) { $0.received.filter(isEvent).count >= 2_000 })
    let perDevice = Dictionary(grouping: process.received.filter(isEvent), by: \.source)
    #expect(perDevice.count == 2)
    for events in perDevice.values {
      let users = events.map { UInt16($0.payload[5]) | UInt16($0.payload[6]) << 8 }
      #expect(users == (0..<1_000).map { UInt16($0) })
    }
  }

  private func backUp(_ process: StandInProcess) throws {
    process.session.command(.readBackup(id(3)), at: process.now)
    #expect(
      process.run(for: 20) { process in
        process.events.contains { if case .backupRead = $0 { true } else { false } }
      })
    let backups = process.events.compactMap {
      if case .backupRead(_, let backup) = $0 { backup } else { nil }
    }
    let backup = try #require(backups.first)
    #expect(backup.devices.count == 20)
    #expect(backup.frameCounter == 1_000)
    #expect(backup.network.panID.rawValue == 0x1A62)
    #expect(backup.devices.allSatisfy { $0.linkKey != nil })
  }

  @Test func aResetOfASecondIsWaitedFor() throws {
    let process = try StandInProcess(devices: 1, resetDelay: 1)
    defer { process.stop() }
    process.session.linkOpened(at: process.now)
    #expect(process.run(for: 20) { $0.session.state == .running })
    process.session.command(.reset(id(1)), at: process.now)
    #expect(process.run(for: 20) { $0.events.contains(.completed(RadioRequestID(rawValue: 1), .succeeded)) })
    #expect(process.closeReasons.isEmpty)
  }

  @Test func aNetworkOtherThanTheStatedOneWaitsForADecision() throws {
    let process = try StandInProcess(
      devices: 2,
      configuration: ZNPConfiguration(plan: NetworkPlan(channel: RadioChannel(rawValue: 25))))
    defer { process.stop() }
    process.session.linkOpened(at: process.now)
    #expect(process.run(for: 20) { if case .networkMismatch = $0.session.state { true } else { false } })
    let found = process.session.state
    guard case .networkMismatch(let network, _) = found else { return }
    #expect(network?.panID.rawValue == 0x1A62)
    process.session.command(.adoptNetwork(id(1)), at: process.now)
    #expect(process.run(for: 20) { $0.session.state == .running })
  }
}
