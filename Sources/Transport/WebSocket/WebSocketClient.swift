import ByteCoding

/// The client's side of a WebSocket (RFC 6455) that carries MQTT: a stream of bytes in binary messages, whose
/// bounds mean nothing (MQTT-6.0.0-2).
///
/// Theory of operation. The request leaves with `start()`; once the answer is found right, payload is handed
/// on as it comes, whatever the frames claim of their length, so that no claim costs memory. Control frames
/// are collected whole (125 bytes at most). A ping is answered once for each `received`, the last one counts.
/// Whatever breaks the rules ends it with the close code that the rules name. `nextOutput()` is drained after
/// each event.
///
///     idle -start-> opening -(101)-> open -close-> closing -(Close)-> closed
///     open -(Close: answered)-> closed; any -(violation: Close)-> closed
///
/// Masking keys have to be unpredictable: `Random` is one of the system's outside of tests.
package struct WebSocketClient<Random: RandomNumberGenerator> {
  /// A message of MQTT has at most this many bytes; a longer frame is a mistake.
  static var frameLimit: UInt64 { 268_435_461 }

  package enum Output: Hashable {
    case transmit([UInt8])
    case opened(subprotocol: String)
    case received([UInt8])
    /// It is over; `code` is what the server said, or what it was told.
    case closed(WebSocketEnd)
  }

  private enum Phase {
    case idle
    case opening(WebSocketHandshake)
    case open
    /// We have said goodbye first.
    case closing
    case closed
  }

  private var phase = Phase.idle
  private let request: WebSocketRequest
  private var random: Random
  private var outputs: [Output] = []
  /// The beginning of a header, or a whole control frame as far as it has come.
  private var partial: [UInt8] = []
  /// How much of the present data frame is still to come.
  private var remaining: UInt64 = 0
  /// A message has begun whose last frame has not.
  private var isInMessage = false
  private var pong: [UInt8]?

  package init(request: WebSocketRequest, random: Random) {
    self.request = request
    self.random = random
  }

  package mutating func nextOutput() -> Output? { outputs.isEmpty ? nil : outputs.removeFirst() }

  package mutating func start() {
    guard case .idle = phase else { return }
    if let problem = request.problem { return fail(.unusableSetting, problem) }
    let nonce = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    let handshake = WebSocketHandshake(request: request, nonce: nonce)
    phase = .opening(handshake)
    outputs.append(.transmit(handshake.bytes))
  }

  package mutating func received(_ bytes: [UInt8]) {
    switch phase {
    case .idle, .closed: return
    case .opening(var handshake):
      let progress = handshake.received(bytes)
      phase = .opening(handshake)
      continueOpening(progress)
    case .open, .closing: readFrames(bytes[...])
    }
    if let payload = pong, case .open = phase { outputs.append(.transmit(frame(.pong, payload))) }
    pong = nil
  }

  /// The bytes as one binary message, to be transmitted; nil while the WebSocket is not open.
  package mutating func message(_ bytes: [UInt8]) -> [UInt8]? {
    guard case .open = phase else { return nil }
    return frame(.binary, bytes)
  }

  /// Says goodbye; the server's goodbye is then waited for.
  package mutating func close(_ code: WebSocketCloseCode = .normal) {
    guard case .open = phase else { return }
    phase = .closing
    outputs.append(.transmit(closeFrame(code)))
  }

  // MARK: Opening

  private mutating func continueOpening(_ progress: WebSocketHandshake.Progress) {
    switch progress {
    case .needsMore: return
    case .failed(let reason, let text): fail(reason, text)
    case .done(let subprotocol, let rest):
      phase = .open
      outputs.append(.opened(subprotocol: subprotocol))
      readFrames(rest[...])
    }
  }

  private mutating func fail(_ reason: StreamClosure.Reason, _ text: String) {
    phase = .closed
    outputs.append(.closed(.failed(reason, text)))
  }

  // MARK: Frames

  private var isOver: Bool { if case .closed = phase { true } else { false } }

  private mutating func readFrames(_ bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    while !bytes.isEmpty, !isOver {
      if remaining > 0 {
        takePayload(&bytes)
      } else {
        takeHeader(&bytes)
      }
    }
  }

  private mutating func takePayload(_ bytes: inout ArraySlice<UInt8>) {
    let count = Int(min(remaining, UInt64(bytes.count)))
    let piece = bytes.prefix(count)
    bytes = bytes.dropFirst(count)
    remaining -= UInt64(count)
    if case .open = phase { outputs.append(.received(Array(piece))) }
  }

  private mutating func takeHeader(_ bytes: inout ArraySlice<UInt8>) {
    // A header and a control frame's payload fit in this; more is not needed to go on.
    let wanted = 10 + WebSocketFrameHeader.controlPayloadLimit
    let taken = bytes.prefix(wanted - min(partial.count, wanted))
    let before = partial.count
    partial += taken
    switch WebSocketFrameHeader.parse(partial[...]) {
    case .needsMore: bytes = bytes.dropFirst(taken.count)
    case .violation(let code, let text): violate(code, text)
    case .header(let header, let count):
      if header.opcode.isControl {
        let end = count + Int(header.payloadCount)
        guard partial.count >= end else {
          bytes = bytes.dropFirst(taken.count)
          return
        }
        bytes = bytes.dropFirst(end - before)
        let payload = Array(partial[count..<end])
        partial = []
        takeControl(header.opcode, payload)
      } else {
        bytes = bytes.dropFirst(count - before)
        partial = []
        begin(header)
      }
    }
  }

  private mutating func begin(_ header: WebSocketFrameHeader) {
    if header.opcode == .text {
      return violate(.unsupportedData, "a text message came; MQTT comes in binary ones")
    }
    guard (header.opcode == .continuation) == isInMessage else {
      return violate(
        .protocolError,
        isInMessage ? "a message begins within another" : "a message goes on that did not begin")
    }
    guard header.payloadCount <= Self.frameLimit else {
      return violate(.tooBig, "a frame claims \(header.payloadCount) bytes")
    }
    remaining = header.payloadCount
    isInMessage = !header.isFinal
  }

  private mutating func takeControl(_ opcode: WebSocketOpcode, _ payload: [UInt8]) {
    switch opcode {
    case .ping: pong = payload
    case .close: takeClose(payload)
    default: return
    }
  }

  private mutating func takeClose(_ payload: [UInt8]) {
    var code: WebSocketCloseCode?
    var reason = ""
    if !payload.isEmpty {
      guard payload.count >= 2 else { return violate(.protocolError, "a close frame has half a code") }
      let said = WebSocketCloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
      guard said.mayBeSent else {
        return violate(.protocolError, "a close frame has the code \(said.rawValue)")
      }
      guard let text = String(validating: payload[2...], as: UTF8.self) else {
        return violate(.invalidPayload, "the reason in a close frame is not UTF-8")
      }
      (code, reason) = (said, text)
    }
    if case .open = phase { outputs.append(.transmit(closeFrame(code))) }
    phase = .closed
    outputs.append(.closed(.byServer(code, reason: reason)))
  }

  private mutating func violate(_ code: WebSocketCloseCode, _ text: String) {
    if case .open = phase { outputs.append(.transmit(closeFrame(code))) }
    phase = .closed
    outputs.append(.closed(.violation(code, text)))
  }

  // MARK: Sending

  private mutating func closeFrame(_ code: WebSocketCloseCode?) -> [UInt8] {
    frame(.close, code.map { [UInt8($0.rawValue >> 8), UInt8($0.rawValue & 0xFF)] } ?? [])
  }

  /// A whole frame, masked with a new key (RFC 6455, 5.3).
  private mutating func frame(_ opcode: WebSocketOpcode, _ payload: [UInt8]) -> [UInt8] {
    let number = UInt32.random(in: 0...UInt32.max, using: &random)
    let key = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    var writer = ByteWriter(capacity: payload.count + 14)
    WebSocketFrameHeader(
      isFinal: true, opcode: opcode, maskingKey: key, payloadCount: UInt64(payload.count)
    ).encode(into: &writer)
    var bytes = writer.bytes
    let start = bytes.count
    bytes += payload
    for place in start..<bytes.count { bytes[place] ^= key[(place - start) & 3] }
    return bytes
  }
}
