import ByteCoding
import RadioInterface
import SansIO
import Testing
import ZCL
import Zigbee

@testable import ZigbeeHost

@Suite struct ServingTests {
  /// The ZCL frames that the host sent to a device, in order.
  private func replies(_ harness: HostHarness, cluster: ClusterID) -> [ZCLFrame] {
    harness.sent.filter { $0.request.cluster == cluster && $0.request.profile != .deviceProfile }
      .compactMap { try? ZCLFrame(exactly: $0.request.payload) }
  }

  private func read(_ attributes: [UInt16], sequence: UInt8 = 31) -> ZCLFrame {
    .global(
      GlobalCommand.readAttributes, ReadAttributes(attributes.map { AttributeID($0) }),
      sequence: sequence)
  }

  private func records(_ frame: ZCLFrame?) throws -> [ReadAttributeRecord] {
    let frame = try #require(frame)
    #expect(frame.command == GlobalCommand.readAttributesResponse)
    #expect(frame.direction == .serverToClient)
    return try ReadAttributesResponse(prefixOf: frame.payload).records
  }

  @Test("A trusted clock is served as UTC, zone, local and standard time since 2000")
  func time() throws {
    let lock = VirtualDevice.lock()
    var configuration = HostConfiguration()
    configuration.timeZoneOffset = 7200
    var harness = ExchangeTests.settled(lock, configuration: configuration)
    harness.speak(lock.ieee, read([0, 1, 2, 6, 7]), cluster: .time)
    let utc = UInt64(harness.now.wall.seconds - 946_684_800)
    let answer = try records(replies(harness, cluster: .time).last)
    #expect(
      answer.map(\.value) == [
        TypedValue(.utcTime, .unsigned(utc)), TypedValue(.bitmap8, .unsigned(3)),
        TypedValue(.int32, .signed(7200)), TypedValue(.uint32, .unsigned(utc + 7200)),
        TypedValue(.uint32, .unsigned(utc + 7200)),
      ])
    #expect(replies(harness, cluster: .time).last?.sequence == 31)
  }

  @Test("A clock that is not trusted is not served")
  func untrusted() throws {
    let lock = VirtualDevice.lock()
    var harness = ExchangeTests.settled(lock)
    harness.wallIsTrusted = false
    harness.speak(lock.ieee, read([0, 7]), cluster: .time)
    #expect(
      try records(replies(harness, cluster: .time).last).map(\.status) == [.failure, .failure])
  }

  @Test("The gateway tells its name; everything else is an unsupported attribute")
  func basic() throws {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    harness.speak(lamp.ieee, read([4, 5, 0xFFFD]), cluster: .basic)
    let answer = try records(replies(harness, cluster: .basic).last)
    #expect(answer.map { $0.value?.value.text } == ["Gatehouse", "Gatehouse Gateway", nil])
    #expect(answer.last?.status == .unsupportedAttribute)
    harness.speak(lamp.ieee, read([0], sequence: 32), cluster: .onOff)
    #expect(
      try records(replies(harness, cluster: .onOff).last).map(\.status) == [.unsupportedAttribute])
    #expect(harness.commands.isEmpty)
  }

  @Test("A read of more than fits is answered in part")
  func long() throws {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    harness.speak(lamp.ieee, read(Array(0..<100)), cluster: .basic)
    let frame = try #require(replies(harness, cluster: .basic).last)
    #expect(frame.payload.count <= 70)
    #expect(try records(frame).count > 5)
  }

  @Test("An image query is answered with no image")
  func ota() throws {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    harness.speak(
      lamp.ieee,
      ZCLFrame(
        kind: .cluster, direction: .clientToServer, sequence: 8, command: CommandID(1),
        payload: [0, 0x34, 0x12, 1, 0, 1, 0, 0, 0]), cluster: .otaUpgrade)
    let answer = try #require(replies(harness, cluster: .otaUpgrade).last)
    #expect(answer.command == CommandID(2) && answer.payload == [0x98])
    #expect(answer.kind == .cluster && answer.direction == .serverToClient && answer.sequence == 8)
    #expect(replies(harness, cluster: .otaUpgrade).count == 1)
  }

  @Test("A match request for time finds the gateway's endpoint, one for a cluster it lacks finds none")
  func match() throws {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    for (cluster, expected) in [(ClusterID.time, [EndpointID(1)]), (.doorLock, [])] {
      let message = ZDOMessage(
        sequence: 4,
        MatchDescriptorRequest(
          networkAddress: .coordinator, profile: .homeAutomation, inputClusters: [cluster],
          outputClusters: []))
      harness.input(
        .received(
          APSIndication(
            source: lamp.address, sourceEndpoint: .deviceObject, destinationEndpoint: .deviceObject,
            profile: .deviceProfile, cluster: message.cluster, payload: message.payload,
            linkQuality: LinkQuality(rawValue: 1))))
      let sent = try #require(harness.sent.last?.request)
      let answer = try ZDOMessage(cluster: sent.cluster, payload: sent.payload)
        .decode(MatchDescriptorResponse.self)
      #expect(answer.endpoints == expected)
    }
  }

  // MARK: - Default responses (ZCL 2.5.12.2)

  private func report(_ sequence: UInt8, disables: Bool = false) -> ZCLFrame {
    ZCLFrame(
      kind: .global, direction: .serverToClient, disablesDefaultResponse: disables,
      sequence: sequence, command: GlobalCommand.reportAttributes, payload: [0, 0, 0x10, 1])
  }

  @Test("A unicast report gets a default response, unless it does not want one")
  func reports() {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    harness.speak(lamp.ieee, report(1), cluster: .onOff)
    #expect(
      replies(harness, cluster: .onOff).map(\.defaultResponse) == [
        DefaultResponse(command: GlobalCommand.reportAttributes, status: .success)
      ])
    harness.speak(lamp.ieee, report(2, disables: true), cluster: .onOff)
    #expect(replies(harness, cluster: .onOff).count == 1)
    harness.speak(lamp.ieee, report(3), cluster: .onOff, destination: .broadcast)
    harness.speak(
      lamp.ieee, report(4), cluster: .onOff, destination: .group(GroupID(rawValue: 1)))
    #expect(replies(harness, cluster: .onOff).count == 1)
    #expect(harness.updates.count == 4)
  }

  @Test("A copy is answered and told once")
  func copies() {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    for _ in 0..<5 { harness.speak(lamp.ieee, report(1), cluster: .onOff) }
    #expect(replies(harness, cluster: .onOff).count == 1)
    #expect(harness.updates.count == 1)
    harness.run(for: .seconds(11))
    harness.speak(lamp.ieee, report(1), cluster: .onOff)
    #expect(harness.updates.count == 2)
  }

  @Test("Commands that the gateway does not know are refused, those it knows are taken")
  func unknownCommands() {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    func send(_ command: UInt8, _ cluster: ClusterID, _ kind: ZCLFrame.Kind, sequence: UInt8) {
      harness.speak(
        lamp.ieee,
        ZCLFrame(
          kind: kind, direction: .clientToServer, disablesDefaultResponse: kind == .cluster,
          sequence: sequence, command: CommandID(command)), cluster: cluster)
    }
    send(0x77, .onOff, .cluster, sequence: 1)
    #expect(replies(harness, cluster: .onOff).last?.defaultResponse?.status == .unsupportedClusterCommand)
    #expect(harness.commands.count == 1)
    send(0x0C, .onOff, .global, sequence: 2)
    #expect(replies(harness, cluster: .onOff).last?.defaultResponse?.status == .unsupportedGeneralCommand)
    let before = harness.sent.count
    send(0x02, .onOff, .cluster, sequence: 3)
    #expect(harness.sent.count == before)
    #expect(harness.commands.last?.frame.command == CommandID(2))
  }

  @Test("Answers are never answered, late or unknown ones neither")
  func answers() {
    let lock = VirtualDevice.lock()
    var harness = ExchangeTests.settled(lock)
    for command: UInt8 in [0x01, 0x04, 0x07, 0x09, 0x0B, 0x0D, 0x10, 0x12, 0x14, 0x16] {
      harness.speak(
        lock.ieee,
        ZCLFrame(
          kind: .global, direction: .serverToClient, sequence: command, command: CommandID(command),
          payload: [0, 0]), cluster: .doorLock)
    }
    harness.speak(
      lock.ieee,
      ZCLFrame(
        kind: .cluster, direction: .serverToClient, sequence: 99, command: CommandID(0x01),
        payload: [0]), cluster: .doorLock)
    #expect(harness.sent.isEmpty)
    #expect(harness.commands.isEmpty && harness.updates.isEmpty)
  }

  @Test("Writes and reporting requests to the gateway are refused attribute by attribute")
  func writes() throws {
    let lamp = VirtualDevice.lamp()
    var harness = ExchangeTests.settled(lamp)
    harness.speak(
      lamp.ieee,
      .global(
        GlobalCommand.writeAttributes,
        WriteAttributes([
          AttributeRecord(attribute: AttributeID(0), value: TypedValue(.utcTime, .unsigned(5)))
        ]), sequence: 5), cluster: .time)
    let answer = try #require(replies(harness, cluster: .time).last)
    #expect(try WriteAttributesResponse(prefixOf: answer.payload).firstFailure == .readOnly)
  }
}
