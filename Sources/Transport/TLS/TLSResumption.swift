import COpenSSL

/// What one server gave to resume sessions with, kept in memory. Confined to its loop. To be shared only among
/// streams with the same server and the same settings: a session that goes on is not checked again.
package final class TLSResumption {
  /// The oldest goes when there are more.
  static let limit = 4

  private var tickets: [OpaquePointer] = []

  package init() {}

  deinit { for ticket in tickets { SSL_SESSION_free(ticket) } }

  package var count: Int { tickets.count }

  /// Takes the references over.
  func add(_ more: [OpaquePointer]) {
    for ticket in more {
      guard SSL_SESSION_is_resumable(ticket) == 1 else {
        SSL_SESSION_free(ticket)
        continue
      }
      tickets.append(ticket)
      if tickets.count > Self.limit { SSL_SESSION_free(tickets.removeFirst()) }
    }
  }

  /// Lends the newest. That of TLS 1.3 is used once only (RFC 8446, C.4).
  func withTicket<Result>(_ body: (OpaquePointer?) throws(StreamClosure) -> Result) throws(StreamClosure)
    -> Result
  {
    guard let ticket = tickets.last else { return try body(nil) }
    let isForOnce = SSL_SESSION_get_protocol_version(ticket) == TLS1_3_VERSION
    if isForOnce { tickets.removeLast() }
    defer { if isForOnce { SSL_SESSION_free(ticket) } }
    return try body(ticket)
  }

  /// After a failure: what is kept may be the cause.
  func forget() {
    for ticket in tickets { SSL_SESSION_free(ticket) }
    tickets = []
  }
}
