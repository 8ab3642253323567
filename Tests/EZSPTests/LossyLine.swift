import SansIO

@testable import EZSP

/// Two ends of an ASH link and the line between them, under virtual time.
///
/// Each write is lost with `loss`, is late by up to `longestDelay` (in order, as a serial line is), and each of
/// its bytes is replaced with `substitution`. Bytes arrive one at a time when `byteByByte`.
struct LossyLine {
  enum Side: Int, CaseIterable {
    case host
    case coordinator
  }

  private struct Parcel {
    var due: MonotonicInstant
    var bytes: [UInt8]
  }

  var links: [ASHLink]
  var loss = 0.0
  var substitution = 0.0
  var longestDelay = TimeSpan.milliseconds(5)
  var byteByByte = false
  var now = MonotonicInstant(nanoseconds: 1_000_000_000)
  private(set) var received: [[[UInt8]]] = [[], []]
  private(set) var failures: [ASHFailure] = []
  private(set) var connections: [ASHResetCode] = []
  private(set) var frames: [[ASHFrame]] = [[], []]
  private var parcels: [[Parcel]] = [[], []]
  private var generator: SeededGenerator

  init(window: Int = 3, seed: UInt64 = 1) {
    links = [
      ASHLink(role: .host, options: ASHOptions(window: window)),
      ASHLink(role: .coordinator, options: ASHOptions(window: window)),
    ]
    generator = SeededGenerator(seed: seed)
  }

  subscript(side: Side) -> ASHLink {
    get { links[side.rawValue] }
    set { links[side.rawValue] = newValue }
  }

  mutating func clearRecords() {
    received = [[], []]
    frames = [[], []]
  }

  mutating func drain() {
    var isQuiet = false
    while !isQuiet {
      isQuiet = true
      for side in Side.allCases {
        while let output = links[side.rawValue].nextOutput() {
          isQuiet = false
          handle(output, side)
        }
      }
    }
  }

  private mutating func handle(_ output: ASHLink.Output, _ side: Side) {
    switch output {
    case .transmit(let bytes): carry(bytes, from: side)
    case .received(let payload): received[side.rawValue].append(payload)
    case .connected(let code): connections.append(code)
    case .resetRequested: links[side.rawValue].acknowledgeReset(.software, at: now)
    case .failed(let failure): failures.append(failure)
    }
  }

  private mutating func carry(_ bytes: [UInt8], from side: Side) {
    var deframer = ASHDeframer()
    deframer.append(bytes)
    while case .frame(let frame)? = deframer.nextItem() { frames[side.rawValue].append(frame) }
    guard Double.random(in: 0..<1, using: &generator) >= loss else { return }
    var bytes = bytes
    if substitution > 0 {
      for index in bytes.indices where Double.random(in: 0..<1, using: &generator) < substitution {
        bytes[index] ^= UInt8.random(in: 1...255, using: &generator)
      }
    }
    let latest = parcels[side.rawValue].last?.due ?? now
    let delay = Int64.random(in: 0...max(0, longestDelay.nanoseconds), using: &generator)
    parcels[side.rawValue].append(
      Parcel(due: max(latest, now + TimeSpan(nanoseconds: delay)), bytes: bytes))
  }

  var nextInstant: MonotonicInstant? {
    (parcels.compactMap { $0.first?.due } + links.compactMap(\.nextDeadline)).min()
  }

  /// Takes the next step of time; false when nothing will ever happen.
  mutating func step() -> Bool {
    drain()
    guard let next = nextInstant else { return false }
    now = max(now, next)
    for side in Side.allCases {
      let other = 1 - side.rawValue
      while let parcel = parcels[side.rawValue].first, parcel.due <= now {
        parcels[side.rawValue].removeFirst()
        if byteByByte {
          for byte in parcel.bytes { links[other].bytesReceived(CollectionOfOne(byte), at: now) }
        } else {
          links[other].bytesReceived(parcel.bytes, at: now)
        }
      }
      if let deadline = links[side.rawValue].nextDeadline, deadline <= now {
        links[side.rawValue].deadlinePassed(at: now)
      }
    }
    drain()
    return true
  }

  mutating func run(steps: Int = 10_000, until condition: (LossyLine) -> Bool) -> Bool {
    for _ in 0..<steps {
      if condition(self) { return true }
      if !step() { return condition(self) }
    }
    return condition(self)
  }

  mutating func connect() -> Bool {
    links[0].open(at: now)
    return run { $0[.host].isConnected && $0[.coordinator].isConnected }
  }
}
