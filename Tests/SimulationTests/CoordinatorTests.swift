import SansIO
import Testing
import ZCL
import ZNP
import Zigbee

@testable import Simulation

@Suite struct CoordinatorTests {
  @Test func `after power-up it says why it was reset and which firmware it is`() {
    var host = HostProbe(release: .release3x0)
    #expect(host.take(.sys, 0x80) == [0, 2, 1, 2, 7, 1])
    var old = HostProbe(release: .home12)
    #expect(old.take(.sys, 0x80) == [0, 2, 0, 2, 6, 3])
  }

  @Test func `ping and version tell the family`() {
    var host = HostProbe(release: .release3x0)
    #expect(host.request(.sys, 0x01) == [0x59, 0x06])
    #expect(host.request(.sys, 0x02) == [2, 1, 2, 7, 1] + littleEndian(UInt32(20_240_710)))
    var old = HostProbe(release: .home12)
    #expect(old.request(.sys, 0x01) == [0x79, 0x01])
  }

  @Test func `an unknown command gets an RPC error that names it`() {
    var host = HostProbe()
    host.forgetFrames()
    host.send(.synchronousRequest, .sys, 0x77)
    #expect(host.frames.first?.id == MTCommandID(.rpcError, 0))
    #expect(host.frames.first?.payload == [2, 0x21, 0x77])
    host.forgetFrames()
    host.send(.synchronousRequest, MTSubsystem(rawValue: 0x12), 0x01)
    #expect(host.frames.first?.payload == [1, 0x32, 0x01])
  }

  @Test func `a command that is too short gets a length error and no answer`() {
    var host = HostProbe()
    host.forgetFrames()
    host.send(.synchronousRequest, .sys, 0x08, [0x01])
    #expect(host.frames.map(\.payload) == [[4, 0x21, 0x08]])
  }

  @Test func `only 3.0 and 3.x.0 know commissioning, only 3.x.0 the extended NV`() {
    for release in ZStackRelease.allCases {
      var host = HostProbe(release: release)
      #expect((host.request(.appConfig, 0x08, [1, 0, 8, 0, 0]) != nil) == (release != .home12))
      #expect((host.request(.sys, 0x32, [1, 4, 0, 0, 0]) != nil) == (release == .release3x0))
    }
  }

  @Test func `the association record tells how structures are laid out`() {
    for (release, length) in [(ZStackRelease.release3x0, 36), (.release30, 28), (.home12, 28)] {
      var host = HostProbe(release: release)
      #expect(host.request(.util, 0x49, [0])?.count == length)
    }
  }

  @Test(arguments: ZStackRelease.allCases)
  func `forming leads through its states to a network in NV`(release: ZStackRelease) throws {
    var host = HostProbe(release: release)
    #expect(host.house.zStack.network == nil)
    if release.hasBDB {
      #expect(host.request(.appConfig, 0x08, [1, 0x00, 0x80, 0x00, 0x00]) == [0])
      #expect(host.request(.appConfig, 0x05, [0x04]) == [0])
    } else {
      _ = host.request(.sys, 0x1D, [0x84, 0, 0, 0, 4, 0, 0x00, 0x80, 0x00, 0x00])
      #expect(host.request(.zdo, 0x40, [100, 0]) == [1])
    }
    host.run(for: .seconds(2))
    #expect(host.takeAll(.zdo, 0xC0) == [[8], [9]])
    if release.hasBDB {
      #expect(host.takeAll(.appConfig, 0x80) == [[1, 4, 4], [0, 4, 0]])
    }
    let network = try #require(host.house.zStack.network)
    #expect(network.channel == 15)
    #expect((1...0xFFFC).contains(network.panID.rawValue))
    let maybeInfo = host.request(.zdo, 0x50)
    let info = try #require(maybeInfo)
    #expect(info.count == 24)
    #expect(info[2] == 9)
    #expect(info[23] == 15)
  }

  @Test func `a formed network is resumed after a reset, and formation is refused`() throws {
    var host = HostProbe(release: .release3x0)
    host.formNetwork()
    let before = try #require(host.house.zStack.network)
    host.send(.asynchronousRequest, .sys, 0x00, [1])
    #expect(host.request(.sys, 0x01) == nil)
    host.run(for: .seconds(1))
    #expect(host.take(.sys, 0x80)?.first == 1)
    host.forgetFrames()
    _ = host.request(.appConfig, 0x05, [0x04])
    host.run(for: .seconds(1))
    #expect(host.takeAll(.appConfig, 0x80) == [[0x0D, 0, 4], [0x08, 4, 0]])
    #expect(host.takeAll(.zdo, 0xC0) == [[9]])
    #expect(host.house.zStack.network == before)
  }

  @Test func `startup from app resumes, and does not form on a blank 3-x-0 stick`() {
    var host = HostProbe(release: .release3x0)
    #expect(host.request(.zdo, 0x40, [0, 0]) == [2])
    host.formNetwork()
    host.send(.asynchronousRequest, .sys, 0x00, [1])
    host.run(for: .seconds(1))
    host.forgetFrames()
    #expect(host.request(.zdo, 0x40, [0, 0]) == [0])
    host.run(for: .seconds(1))
    #expect(host.takeAll(.zdo, 0xC0) == [[9]])
  }

  @Test func `the startup option clears the network at the next reset`() {
    var host = HostProbe(release: .release3x0)
    host.formNetwork()
    #expect(host.request(.sys, 0x09, [0x03, 0, 0, 1, 3]) == [0])
    host.send(.asynchronousRequest, .sys, 0x00, [1])
    host.run(for: .seconds(1))
    #expect(host.house.zStack.network == nil)
    #expect(host.request(.sys, 0x08, [0x03, 0, 0]) == [0, 1, 0])
  }

  @Test func `nothing is sent for the host without a network`() {
    var host = HostProbe()
    _ = host.request(.af, 0x00, [1, 0x04, 0x01, 0x05, 0x00, 0, 0, 0, 0])
    let answer = host.request(.af, 0x01, [0x34, 0x12, 1, 1, 6, 0, 1, 0, 30, 3, 1, 2, 3])
    #expect(answer == [0xC2])
  }

  @Test func `an endpoint registers once and must be registered to send`() {
    var host = HostProbe()
    host.formNetwork()
    let endpoint: [UInt8] = [3, 0x04, 0x01, 0x05, 0x00, 0, 0, 1, 6, 0, 0]
    #expect(host.request(.af, 0x00, endpoint) == [0])
    #expect(host.request(.af, 0x00, endpoint) == [0xB8])
    #expect(host.request(.af, 0x01, [0x34, 0x12, 1, 9, 6, 0, 1, 0, 30, 0]) == [2])
    #expect(host.request(.af, 0x04, [3]) == [0])
  }

  @Test func `an unknown address ends without a route`() {
    var host = HostProbe()
    host.formNetwork()
    #expect(host.request(.af, 0x01, [0x34, 0x12, 1, 1, 6, 0, 42, 0, 30, 0]) == [0])
    #expect(host.take(.af, 0x80) == nil)
    host.run(for: .seconds(1))
    #expect(host.take(.af, 0x80) == [0xCD, 1, 42])
  }

  @Test func `noise in front of a frame and inside a damaged one costs nothing`() {
    var host = HostProbe()
    host.forgetFrames()
    host.sendRaw([0x00, 0xFE, 0x03, 0x21, 0xFE, 0x00, 0x21, 0x01, 0x20, 0xEF])
    #expect(host.frames.map(\.payload) == [[0x59, 0x06]])
  }

  @Test func `a long message goes out in pieces and comes in by pieces`() throws {
    var host = HostProbe()
    host.formNetwork()
    let short = host.join(.lamp, "lamp")
    // DATA_REQUEST_EXT with a length but no data, then AF_DATA_STORE.
    let head: [UInt8] = [2] + littleEndian(short.rawValue) + [0, 0, 0, 0, 0, 0]
    let read: [UInt8] = [0x00, 77, 0x00] + (0..<60).flatMap { [UInt8($0), 0x40] }
    let request = head + [1, 0, 0, 1, 0, 0, 5, 0, 30] + littleEndian(UInt16(read.count))
    #expect(host.request(.af, 0x02, request) == [0])
    #expect(host.request(.af, 0x11, [0, 0, 100] + read[..<100]) == [0])
    #expect(host.request(.af, 0x11, [100, 0, UInt8(read.count - 100)] + read[100...]) == [0])
    host.run(for: .seconds(1))
    #expect(host.take(.af, 0x80) == [0, 1, 5])
    #expect(host.takeZCL(.basic).first?.sequence == 77)

    var long = AirFrame(
      from: short, EndpointID(1), to: .device(.coordinator), EndpointID(1), profile: .homeAutomation,
      cluster: .basic, payload: (0..<400).map { UInt8($0 % 251) })
    long.source = short
    host.house.coordinator.received(long, quality: 200, at: host.now)
    host.house.drainCoordinator(at: host.now)
    host.run(for: .milliseconds(1))
    let maybeMessage = host.take(.af, 0x82)
    let message = try #require(maybeMessage)
    let timestamp = Array(message[20..<24])
    var data: [UInt8] = []
    for offset in [UInt16(0), 240] {
      let maybePiece = host.request(.af, 0x12, timestamp + littleEndian(offset) + [240])
      let piece = try #require(maybePiece)
      data += piece.dropFirst(2)
    }
    #expect(data == long.payload)
    #expect(host.request(.af, 0x12, timestamp + [0, 0, 0]) == [0, 0])
    #expect(host.request(.af, 0x12, timestamp + [0, 0, 240]) == [1, 0])
  }

  @Test func `the energy of channels is measured by the coordinator itself`() throws {
    var host = HostProbe()
    host.formNetwork()
    #expect(host.request(.zdo, 0x37, [0, 0, 2, 0x00, 0xF8, 0xFF, 0x07, 2, 1, 0, 0]) == [0])
    host.run(for: .seconds(1))
    let maybeAnswer = host.take(.zdo, 0xB8)
    let answer = try #require(maybeAnswer)
    #expect(Array(answer[..<3]) == [0, 0, 0])
    #expect(answer[11] == 16)
    #expect(answer.count == 28)
  }

  @Test func `timers and random numbers work`() {
    var host = HostProbe()
    #expect(host.request(.sys, 0x0A, [2, 100, 0]) == [0])
    #expect(host.request(.sys, 0x0C)?.count == 2)
    host.run(for: .milliseconds(50))
    #expect(host.take(.sys, 0x81) == nil)
    host.run(for: .milliseconds(60))
    #expect(host.take(.sys, 0x81) == [2])
  }
}
