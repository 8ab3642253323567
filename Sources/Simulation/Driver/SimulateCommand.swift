import CLinux
import EZSP
import Glibc
import JSON
import Reactor
import SansIO
import Transport

/// `gatehouse simulate`: the virtual house on a pseudo-terminal.
package struct SimulateCommand: Hashable, Sendable {
  package static let help = """
    usage: gatehouse simulate --link PATH [options]

    A virtual Zigbee coordinator on a pseudo-terminal, with a virtual house behind it. Commands on standard
    input, one a line, are answered with one JSON line each on standard output.

      --adapter NAME       the family of the coordinator: znp (default) or ezsp
      --ezsp-version N     the protocol version that an ezsp coordinator speaks, 4 to 19 (default 13)
      --link PATH          where the serial port shall appear
      --script FILE        commands to begin with, instead of a lamp, a plug, a sensor, a contact and a lock
                           that look for a network
      --seed NUMBER        the source of everything random (default 1)
      --state FILE         keep coordinator and devices in this file over restarts
      --zstack VERSION     3.x.0 (default), 3.0 or 1.2
      --reset-delay SECONDS
                           from a reset to the word that it is over (default 0.2)
      --fault "KIND RATE [OPTION...]"
                           begin with this fault; may be given several times

    Commands: add KIND NAME [ieee= model= count=], join|leave|drop|return|move NAME|all, set|report NAME
    ATTRIBUTE VALUE, press|open|close|wrong-code NAME, tamper|low-battery NAME [off], unlock NAME pin
    DIGITS|manual, program NAME USER pin DIGITS, lock NAME pin DIGITS|manual|one-touch, alarm NAME CODE, reset [power-up|external|watchdog],
    hang-up, replug [PATH], radio LATENCY [JITTER] (milliseconds), storm RATE COUNT, devices, ledger [NAME],
    fault KIND RATE [OPTION...], fault KIND|all off, faults (how often each has struck), wait SECONDS, at|every SECONDS COMMAND, quit. '#' begins a comment.

    Faults strike by chance, the same for the same seed. RATE is a probability for each byte, write, request or
    message, or every=N. Options: count=N strikes and then no more, burst=N in a row, from=host|coordinator (for
    the air: coordinator means device), time=SECONDS, path=PATH.

      lose-byte, substitute, duplicate-byte        damage single bytes of the serial line
      lose-frame                                   lose whole writes of the serial line
      delay, stall                                 hold the line for a time (0.05 s, 7 s) and lose nothing
      buffer-full, no-resource                     refuse data requests
      confirm-first, no-confirm                    the data confirm before its reply, or never
      rpc-error                                    answer a request with an RPC error frame
      duplicate-indication                         send an indication twice
      reset                                        reset when a request comes, before or after it takes effect
      lose-air, lose-ack                           lose a message on the air, or only its acknowledgement
      move                                         some device takes another short address
      hang-up                                      pull the coordinator out for a time (1 s), back at path=PATH

    """

  package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String
  }

  package var linkPath: String
  package var scriptPath: String?
  package var statePath: String?
  package var seed: UInt64 = 1
  package var release = ZStackRelease.release3x0
  package var isEZSP = false
  package var ezspVersion = EZSPVersion(rawValue: 13)
  package var resetDelay = TimeSpan.milliseconds(200)
  /// Script lines that switch faults on before the script begins.
  package var faults: [String] = []

  /// Reads what stands behind `simulate` in the command line.
  package init(arguments: [String]) throws(UsageError) {
    linkPath = ""
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else {
        throw UsageError(
          description: Self.options.contains(option)
            ? "\(option): a value is missing" : "\(option): there is no such option")
      }
      try set(option, value)
    }
    guard !linkPath.isEmpty else { throw UsageError(description: "--link PATH is missing") }
  }

  private static let options = [
    "--adapter", "--link", "--script", "--seed", "--state", "--zstack", "--reset-delay", "--fault",
    "--ezsp-version",
  ]

  private mutating func set(_ option: String, _ value: String) throws(UsageError) {
    switch option {
    case "--adapter":
      guard value == "znp" || value == "ezsp" else {
        throw UsageError(description: "--adapter: '\(value)' is not known; there are znp, ezsp")
      }
      isEZSP = value == "ezsp"
    case "--ezsp-version":
      let known = EZSPVersion.oldest.rawValue...EZSPVersion.newest.rawValue
      guard let number = UInt8(value), known.contains(number) else {
        throw UsageError(
          description:
            "--ezsp-version: '\(value)' is no number from \(known.lowerBound) to \(known.upperBound)")
      }
      ezspVersion = EZSPVersion(rawValue: number)
    case "--link": linkPath = value
    case "--script": scriptPath = value
    case "--state": statePath = value
    case "--seed":
      guard let number = UInt64(value) else {
        throw UsageError(description: "--seed: '\(value)' is no number from 0 to 2^64 - 1")
      }
      seed = number
    case "--zstack":
      guard let known = ZStackRelease(rawValue: value) else {
        let all = ZStackRelease.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(description: "--zstack: '\(value)' is not known; there are \(all)")
      }
      release = known
    case "--reset-delay":
      guard let seconds = Double(value), (0...60).contains(seconds) else {
        throw UsageError(description: "--reset-delay: '\(value)' is no number of seconds from 0 to 60")
      }
      resetDelay = TimeSpan(nanoseconds: Int64(seconds * 1e9))
    case "--fault":
      do throws(ScriptError) {
        _ = try ScriptParser.parse("fault \(value)", line: 1)
      } catch {
        throw UsageError(description: "--fault: \(error.message)")
      }
      faults.append("fault \(value)")
    default: throw UsageError(description: "\(option): there is no such option")
    }
  }

  /// Runs until `quit`, a signal, or a failure; the exit code.
  package func run() -> Int32 {
    do {
      return try SimulateSession(self).run()
    } catch {
      StandardStream.error.write("gatehouse simulate: \(error)\n")
      return 1
    }
  }
}
