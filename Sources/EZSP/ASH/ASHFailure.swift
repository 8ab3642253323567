/// Why a link ended.
package enum ASHFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing answered the resets; whether anything at all was heard.
  case noAnswer(heardSomething: Bool)
  case unacknowledged
  /// The other end started anew without being asked.
  case reset(ASHResetCode)
  case error(ASHResetCode)
  case version(UInt8)

  package var description: String {
    switch self {
    case .noAnswer(heardSomething: false):
      "nothing answers on the port: wrong port, no power, or the boot loader holds the adapter"
    case .noAnswer(heardSomething: true):
      "what comes from the port is no ASH: another kind of adapter, another baud rate, or a boot loader"
    case .unacknowledged: "the adapter acknowledges nothing any more"
    case .reset(let code): "the adapter was reset (\(code))"
    case .error(let code): "the adapter has given up (\(code))"
    case .version(let version): "the adapter speaks ASH version \(version), and 2 is needed"
    }
  }
}
