import RadioInterface

/// How the firmware judges something: an `EmberStatus` or `EzspStatus` of 8 bits before version 14, an
/// `sl_status_t` of 32 bits from there on.
package struct EZSPStatus: Hashable, Sendable, CustomStringConvertible {
  package var rawValue: UInt32
  package var isLong: Bool

  package init(rawValue: UInt32, isLong: Bool) {
    self.rawValue = rawValue
    self.isLong = isLong
  }

  /// What it means to a host; the codes differ, the meanings do not.
  package enum Meaning: CaseIterable, Hashable, Sendable {
    case success
    case networkUp, networkDown, notJoined
    case networkOpened, networkClosed
    case channelChanged
    /// Parameters or state do not allow it.
    case invalidParameter, invalidCall
    case messageTooLong
    /// Buffers, queues or the channel are full.
    case noBuffers, busy, messageLimit, transmitQueueFull, channelAccessFailure
    case deliveryFailed, noMACAcknowledgement, indirectTimeout
    case noRoute, sourceRouteFailure, manyToOneRouteFailure
    case indexOutOfRange, notFound, tableFull
  }

  private static let codes: [Meaning: (short: UInt32, long: UInt32)] = [
    .success: (0x00, 0x00), .networkUp: (0x90, 0x15), .networkDown: (0x91, 0x16), .notJoined: (0x93, 0x17),
    .networkOpened: (0x9C, 0x0C18), .networkClosed: (0x9D, 0x0C19), .channelChanged: (0x9B, 0x0C17),
    .invalidParameter: (0x02, 0x21), .invalidCall: (0x70, 0x02), .messageTooLong: (0x74, 0x38),
    .noBuffers: (0x18, 0x19), .busy: (0xA1, 0x04), .messageLimit: (0x72, 0x0C03),
    .transmitQueueFull: (0x39, 0x53), .channelAccessFailure: (0x8D, 0x4C), .deliveryFailed: (0x66, 0x0C02),
    .noMACAcknowledgement: (0x40, 0x40), .indirectTimeout: (0x42, 0x41), .noRoute: (0xCF, 0x0C26),
    .sourceRouteFailure: (0xA9, 0x0C13), .manyToOneRouteFailure: (0xAA, 0x0C14),
    .indexOutOfRange: (0xB1, 0x27), .notFound: (0xB6, 0x2D), .tableFull: (0xB4, 0x1A),
  ]
  private static let shortMeanings = [UInt32: Meaning](
    uniqueKeysWithValues: codes.map { ($0.value.short, $0.key) })
  private static let longMeanings = [UInt32: Meaning](
    uniqueKeysWithValues: codes.map { ($0.value.long, $0.key) })

  package init(_ meaning: Meaning, in version: EZSPVersion) {
    let codes = Self.codes[meaning] ?? (0x01, 0x01)
    isLong = version.hasLongStatus
    rawValue = isLong ? codes.long : codes.short
  }

  package var isSuccess: Bool { rawValue == 0 }

  /// nil for a code that a host need not tell from any other failure.
  package var meaning: Meaning? { isLong ? Self.longMeanings[rawValue] : Self.shortMeanings[rawValue] }

  package var description: String {
    "0x" + String(rawValue, radix: 16, uppercase: true)
  }

  /// The word of `messageSentHandler` on a message, or of the response to a send.
  func deliveryResult(isConfirmation: Bool) -> DeliveryResult {
    let code = UInt8(truncatingIfNeeded: rawValue)
    switch meaning {
    case .success?: return .delivered
    case .noBuffers?, .busy?, .messageLimit?, .transmitQueueFull?, .channelAccessFailure?, .tableFull?:
      return .failed(.congested(status: code))
    case .messageTooLong?: return .failed(.tooLong)
    case .noRoute?, .sourceRouteFailure?, .manyToOneRouteFailure?: return .failed(.noRoute(status: code))
    case .deliveryFailed?, .noMACAcknowledgement?, .indirectTimeout?:
      return .failed(.noAcknowledgement(status: code))
    case .networkDown?, .notJoined?: return .failed(isConfirmation ? .adapterLost : .notRunning)
    default:
      return .failed(isConfirmation ? .noAcknowledgement(status: code) : .rejected(status: code))
    }
  }
}
