import GatewayCore
import RadioInterface
import SansIO
import Testing
import ZCL
import Zigbee
import ZigbeeHost

/// Random lives with slow and full disks, lost power and an unwilling radio. What must hold whatever happens:
/// each accepted call has one answer, nothing is sent before its record is on the disk, no unlock is sent
/// twice, no lock event is answered before it is on the disk and with every front door.
@Suite struct RandomLifeTests {
  private struct Life {
    var harness = CoreHarness()
    var generator: SeededGenerator
    /// Calls that still wait for their radio request.
    var open: [(HostRequestID, ZCLRequest)] = []
    var seenActions = 0
    var message = 0
    var sequence: UInt64 = 0
    /// Tokens of lock events by what was said about them.
    var recordedAtAcknowledgement = true

    init(seed: UInt64) {
      generator = SeededGenerator(seed: seed)
      harness.radioRuns()
      harness.join(Devices.lock)
      harness.join(Devices.lamp)
    }

    mutating func step() {
      switch generator.next() % 14 {
      case 0, 1: call(Devices.unlock, Devices.lockName)
      case 2: call(Devices.lockIt, Devices.lockName)
      case 3: call(.getPower, Devices.lockName)
      case 4: call(.setControlLight(LightCommand(on: true, level: 3, mireds: 300)), Devices.lampName)
      case 5: repeatCall()
      case 6, 7: answerRequest()
      case 8: harness.advance(.milliseconds(Int64(generator.next() % 4_000)))
      case 9: lockEvent()
      case 10: harness.diskMode = [.works, .works, .waits, .refuses][Int(generator.next() % 4)]
      case 11: harness.finishOneWrite()
      case 12: harness.storesEvents.toggle()
      default: if generator.next() % 8 == 0 { restart() }
      }
      collect()
    }

    private mutating func call(_ function: GatewayFunction, _ target: String) {
      message += 1
      harness.call(function, on: target, message: "\(message)", body: "\(message)")
    }

    private mutating func repeatCall() {
      guard message > 0 else { return }
      let number = Int(generator.next() % UInt64(message)) + 1
      let age = Int64(generator.next() % 5_000)
      harness.call(
        Devices.unlock, on: Devices.lockName, message: "\(number)",
        at: WallTime(milliseconds: harness.now.wall.milliseconds - age), body: "\(number)")
    }

    private mutating func lockEvent() {
      sequence += 1
      harness.host(Devices.lockEvent(sequence: UInt8(truncatingIfNeeded: sequence), token: sequence))
    }

    private mutating func answerRequest() {
      guard !open.isEmpty else { return }
      let (id, _) = open.remove(at: Int(generator.next() % UInt64(open.count)))
      let ends: [HostResult] = [
        .succeeded, .response(CommandID(1), payload: [0]), .response(CommandID(1), payload: [1]),
        .failed(.timedOut), .failed(.expired), .failed(.unknownOutcome), .refused(.failure), .attributes([]),
      ]
      harness.host(.requestCompleted(id, ends[Int(generator.next() % UInt64(ends.count))]))
    }

    private mutating func restart() {
      collect()
      harness.restart()
      harness.radioRuns()
      open = []
    }

    /// Looks at what was newly asked of the radio: its call must be on the disk by now.
    private mutating func collect() {
      for action in harness.actions[seenActions...] {
        if case .request(let id, let request) = action {
          open.append((id, request))
          // Only closing a lock may go ahead of a disk that refuses.
          if request.isAtMostOnce {
            #expect(harness.disk.calls.contains { $0.identity.function == "openLock" })
          }
        }
      }
      seenActions = harness.actions.count
    }

    /// Lets everything that waits come to its end.
    mutating func end() {
      harness.diskMode = .works
      harness.storesEvents = true
      for _ in 0..<6 {
        harness.finishWrites()
        harness.advance(.seconds(10))
      }
      // What the front door did not store in time comes again.
      harness.restart()
      harness.finishWrites()
    }
  }

  @Test(arguments: UInt64(1)...40)
  func whateverHappensTheRulesHold(_ seed: UInt64) {
    var life = Life(seed: seed)
    for _ in 0..<600 { life.step() }
    life.end()
    let harness = life.harness

    // One answer for each call of this process that was acknowledged; none has two.
    let answers = Dictionary(grouping: harness.replies.filter { $0.id.rawValue < 1 << 62 }, by: \.id)
    #expect(answers.values.allSatisfy { $0.count == 1 })
    for id in harness.accepted where answers[id] == nil {
      // It was cut off by a restart: then its record was answered as unknown, or with its stored end.
      #expect(harness.disk.calls.allSatisfy { $0.result != nil })
    }
    #expect(Set(harness.accepted).count == harness.accepted.count)

    // As many unlock frames as different unlock calls on the disk at most.
    let unlockCalls = harness.disk.calls.filter { $0.identity.function == "openLock" }
    #expect(harness.unlocks.count <= unlockCalls.count)

    // Every lock event that was answered was told; each answered once.
    #expect(Set(harness.acknowledged).count == harness.acknowledged.count)
    let told = harness.events.filter { if case .lockOperation = $0.kind { true } else { false } }
    #expect(Set(told.map(\.id)).count >= harness.acknowledged.count)
    #expect(harness.disk.pendingEvents.isEmpty)
  }

  @Test(arguments: UInt64(100)...130)
  func noUnlockOfACallIsSentTwiceHoweverOftenItComes(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var harness = CallTests.harness()
    let time = harness.now.wall
    for _ in 0..<60 {
      harness.diskMode = [.works, .waits, .works][Int(generator.next() % 3)]
      harness.call(Devices.unlock, on: Devices.lockName, at: time)
      switch generator.next() % 4 {
      case 0: harness.finishWrites()
      case 1: harness.complete(.response(CommandID(1), payload: [0]))
      case 2:
        harness.restart()
        harness.radioRuns()
      default: harness.advance(.milliseconds(300))
      }
    }
    harness.finishWrites()
    #expect(harness.unlocks.count <= 1)
  }
}
