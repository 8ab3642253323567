/// The kind of an MT message: the upper three bits of its first command byte.
package enum MTMessageType: UInt8, Sendable, CaseIterable {
  case poll = 0
  /// Synchronous request; the adapter answers each with one SRSP before it takes the next.
  case synchronousRequest = 1
  /// Asynchronous request or indication; nobody answers it.
  case asynchronousRequest = 2
  case synchronousResponse = 3

  package var name: String {
    switch self {
    case .poll: "POLL"
    case .synchronousRequest: "SREQ"
    case .asynchronousRequest: "AREQ"
    case .synchronousResponse: "SRSP"
    }
  }
}
