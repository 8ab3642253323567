/// Why an `mqtt` command does not do what was asked: what happened, where, and what can be done.
package enum MQTTCommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The words of the command line are wrong.
  case usage(String)
  /// A word that is no option, and the options there are.
  case unknownOption(String, known: Set<String>)
  /// The words are right, and it did not work.
  case failed(String)

  package var description: String {
    switch self {
    case .usage(let text), .failed(let text): text
    case .unknownOption(let word, _): "unknown option `\(word)`"
    }
  }
}

/// How an `mqtt` command ended. The numbers are its exit codes.
package enum MQTTCommandEnding: Int32, Hashable, Sendable {
  case done = 0
  case failed = 1
  /// `-W` seconds have passed; mosquitto's programs use the same number.
  case timedOut = 27
}
