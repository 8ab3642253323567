import Glibc
import Reactor

/// What came of the attempts at a host's addresses, for the text when none connected.
struct ConnectFailures {
  private var failures: [(address: SocketAddress, number: Int32)] = []

  mutating func add(_ number: Int32, at address: SocketAddress) { failures.append((address, number)) }

  /// The reason is that of the attempt which came furthest: a host that refuses was reached.
  func closure(of place: String) -> StreamClosure {
    guard let worst = failures.max(by: { Self.rank($0.number) < Self.rank($1.number) }) else {
      return StreamClosure(.absent, "\(place): there is no address to try")
    }
    let attempts = failures.map {
      "\($0.address.text) (\(SystemError(number: $0.number, call: "").text))"
    }
    return StreamClosure(
      StreamClosure.reason(ofError: worst.number),
      "\(place): cannot connect to \(attempts.joined(separator: " or "))\(Self.advice(worst.number))")
  }

  private static func rank(_ number: Int32) -> Int {
    switch number {
    case ECONNREFUSED: 3
    case ETIMEDOUT: 2
    case ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL: 1
    default: 0
    }
  }

  private static func advice(_ number: Int32) -> String {
    switch number {
    case ECONNREFUSED: "; nothing listens there: is the server running, and on this port?"
    case ETIMEDOUT: "; no answer: is a firewall in between, or the host down?"
    case ENETUNREACH, EHOSTUNREACH: "; check the network"
    default: ""
    }
  }
}
