import RadioInterface
import SansIO
import TestSupport
import Testing
import Zigbee

@testable import ZNP

@Suite struct ZNPIndicationTests {
  private func running() -> SessionHarness {
    var harness = SessionHarness(StandInCoordinator(.stack3x0))
    harness.open()
    harness.coordinator.requests = []
    harness.events = []
    return harness
  }

  private func areq(_ subsystem: MTSubsystem, _ command: UInt8, _ payload: [UInt8]) -> UNPIFrame {
    UNPIFrame(type: .asynchronousRequest, id: MTCommandID(subsystem, command), payload: payload)
  }

  @Test func everyCapturedIndicationReachesTheHostAsStated() throws {
    var harness = running()
    var delivered = 0
    for record in try Captures.records() where record["direction"] as? String == "in" {
      let expected = try #require(record["expected"] as? [String: Any])
      guard expected["valid"] as? Bool == true, let fields = expected["fields"] as? [String: Any],
        fields["name"] as? String == "AF.incomingMsg"
      else { continue }
      harness.events = []
      harness.session.bytesReceived(
        try #require((record["bytes_hex"] as? String).flatMap { bytes(hex: $0) }), at: harness.now)
      harness.exchange()
      let indication = try #require(harness.received.first)
      #expect(harness.received.count == 1)
      #expect(indication.source.description == fields["src_nwk"] as? String)
      #expect(indication.cluster.description == fields["cluster"] as? String)
      #expect(hex(indication.payload) == fields["data_hex"] as? String)
      #expect(Int(indication.sourceEndpoint.rawValue) == fields["src_ep"] as? Int)
      #expect(Int(indication.destinationEndpoint.rawValue) == fields["dst_ep"] as? Int)
      #expect(Int(indication.linkQuality.rawValue) == fields["lqi"] as? Int)
      delivered += 1
    }
    #expect(delivered == 41)
  }

  @Test func groupAndBroadcastAreTold() throws {
    var harness = running()
    let head: [UInt8] = [0x85, 0x03, 0x05, 0x00, 0xE8, 0x97, 1, 1]
    let tail: [UInt8] = [0x41, 0, 1, 2, 3, 4, 0, 1, 0xAA]
    harness.indicate(areq(.af, 0x81, head + [0] + tail))
    harness.indicate(areq(.af, 0x81, [0, 0] + head[2...] + [1] + tail))
    #expect(harness.received.map(\.destination) == [.group(GroupID(rawValue: 901)), .broadcast])
  }

  @Test func aLengthThatLiesIsMalformedAndNotDelivered() {
    var harness = running()
    harness.indicate(areq(.af, 0x81, [0, 0, 5, 0, 0xE8, 0x97, 1, 1, 0, 0x41, 0, 1, 2, 3, 4, 0, 9, 0xAA]))
    harness.indicate(areq(.af, 0x81, [0, 0, 5, 0, 0xE8, 0x97, 1, 1, 0, 0x41, 0, 1, 2, 3, 4, 0, 1, 0xAA, 1]))
    harness.indicate(areq(.zdo, 0xCA, [1, 2, 3]))
    #expect(harness.received.isEmpty)
    #expect(harness.session.counters.malformedIndications == 3)
  }

  @Test func aLongMessageIsFetchedInPieces() throws {
    let message = (0..<600).map { UInt8(truncatingIfNeeded: $0) }
    var harness = running()
    harness.coordinator.longMessage = message
    let head: [UInt8] = [0, 0, 0x19, 0, 2, 0xE8, 0x97, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 99, 0]
    harness.indicate(areq(.af, 0x82, head + [4, 3, 2, 1, 0] + [0x58, 0x02]))
    let indication = try #require(harness.received.first)
    #expect(indication.payload == message)
    #expect(indication.source.rawValue == 0x97E8)
    let requests = harness.coordinator.requests.map(\.payload)
    #expect(requests.map { Array($0[4...]) } == [[0, 0, 240], [240, 0, 240], [224, 1, 120], [0, 0, 0]])
    #expect(requests.allSatisfy { Array($0[..<4]) == [4, 3, 2, 1] })
  }

  @Test func aMessageInTheExtendedFormIsDelivered() throws {
    var harness = running()
    let head: [UInt8] = [0, 0, 0x01, 0x01, 3, 8, 7, 6, 5, 4, 3, 2, 1, 1, 0, 0, 1, 0, 99, 0]
    harness.indicate(areq(.af, 0x82, head + [0, 0, 0, 0, 0] + [2, 0, 0xAB, 0xCD]))
    let indication = try #require(harness.received.first)
    #expect(indication.payload == [0xAB, 0xCD])
    #expect(indication.sourceIEEE?.rawValue == 0x0102_0304_0506_0708)
  }

  @Test func zdoMessagesComeRawWithTheirSequenceNumber() throws {
    var harness = running()
    harness.indicate(areq(.zdo, 0xFF, [0x82, 0xCC, 0, 0x05, 0x80, 0, 0x2A, 0, 0, 0, 0x82, 0xCC, 1, 1]))
    let indication = try #require(harness.received.first)
    #expect(indication.destinationEndpoint == .deviceObject)
    #expect(indication.profile == .deviceProfile)
    #expect(indication.cluster.rawValue == 0x8005)
    #expect(indication.payload == [0x2A, 0, 0x82, 0xCC, 1, 1])
    #expect(indication.source.rawValue == 0xCC82)
  }

  @Test func aDeviceAnnouncementIsDeliveredOnceInWhateverOrderItsFormsCome() {
    let device: [UInt8] = [0x06, 0xA4, 0x5C, 0xA9, 0xF8, 0xFE, 0xFF, 0xBD, 0x1B, 0xEC, 0x80]
    let typed = areq(.zdo, 0xC1, [0x06, 0xA4] + device)
    let raw = areq(.zdo, 0xFF, [0x06, 0xA4, 1, 0x13, 0x00, 0, 5, 0, 0] + device)
    for pair in [[typed, raw], [raw, typed], [typed], [raw]] {
      var harness = running()
      for frame in pair { harness.indicate(frame) }
      #expect(harness.received.map { $0.payload.dropFirst() } == [device[...]])
      // Another announcement some seconds later is another one.
      harness.run(for: .seconds(5))
      harness.indicate(raw)
      #expect(harness.received.count == 2)
    }
  }

  @Test func joinsLeavesAndJoiningTimesAreTold() {
    var harness = running()
    let ieee: [UInt8] = [0x25, 0x5B, 0xB2, 0xFE, 0xFF, 0xC0, 0x82, 0xF0]
    harness.indicate(areq(.zdo, 0xCA, [0xE2, 0x55] + ieee + [0, 0]))
    harness.indicate(areq(.zdo, 0xC9, [0xE2, 0x55] + ieee + [0, 0, 1]))
    harness.indicate(areq(.zdo, 0xCB, [60]))
    let address = IEEEAddress(rawValue: 0xF082_C0FF_FEB2_5B25)
    let short = NetworkAddress(rawValue: 0x55E2)
    #expect(
      harness.events == [
        .deviceJoined(address, short, parent: .coordinator), .deviceLeft(address, short, rejoins: true),
        .permitJoinChanged(seconds: 60),
      ])
  }

  @Test func sourceRoutesAreDiagnostics() {
    var harness = running()
    harness.indicate(areq(.zdo, 0xC4, [0xD5, 0xAF, 2, 9, 0x58, 0xAF, 0x71]))
    #expect(harness.events == [.diagnostic(.debug("route to 0xAFD5: 0x5809, 0x71AF"))])
  }

  @Test func theGreenPowerEndpointSpeaksItsClusterOnly() {
    var harness = running()
    let head: [UInt8] = [0xE8, 0x97, 1, 242, 0, 0x41, 0, 1, 2, 3, 4, 0, 1, 0xAA]
    harness.indicate(areq(.af, 0x81, [0, 0, 5, 0] + head))
    harness.indicate(areq(.af, 0x81, [0, 0, 0x21, 0] + head))
    #expect(harness.received.map(\.cluster.rawValue) == [0x0021])
  }

  @Test func aFrameThatStopsComingHoldsNothingBackForLong() {
    var harness = running()
    let good = areq(.zdo, 0xCB, [60]).bytes ?? []
    harness.session.bytesReceived([0xFE, 200, 0x44, 0x81] + good, at: harness.now)
    harness.exchange()
    #expect(harness.events.isEmpty)
    harness.run(for: .seconds(1))
    #expect(harness.events == [.permitJoinChanged(seconds: 60)])
  }

  @Test func aLineThatDamagesFramesIsTold() {
    var harness = running()
    var bad = areq(.zdo, 0xCB, [60]).bytes ?? []
    bad[4] ^= 0x40
    for _ in 0..<5 { harness.session.bytesReceived(bad, at: harness.now) }
    harness.exchange()
    #expect(harness.session.counters.checkFailures == 5)
    #expect(harness.warnings.count == 1)
    #expect(harness.warnings.first?.contains("serial line") == true)
  }

  @Test func noNoiseAndNoFrameBringsTheSessionDown() {
    var generator = SeededGenerator(seed: 0xFA)
    var harness = running()
    for round in 0..<3_000 {
      let length = Int.random(in: 0...60, using: &generator)
      let payload = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      let frame = UNPIFrame(
        type: round % 3 == 0 ? .synchronousResponse : .asynchronousRequest,
        id: MTCommandID(
          [.af, .zdo, .util, .rpcError, .appConfig][round % 5],
          UInt8.random(in: .min ... .max, using: &generator)),
        payload: payload)
      harness.session.bytesReceived(frame.bytes ?? [], at: harness.now)
      harness.session.bytesReceived(payload, at: harness.now)
      harness.run(for: .milliseconds(700))
    }
    #expect(harness.session.counters.lostOutputs == 0)
    harness.command(.send(RadioRequestID(rawValue: 1), SampleRequests.unicast))
    #expect(harness.result(of: 1) != nil)
  }
}
