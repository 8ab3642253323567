import CBuildInformation
import Glibc

/// `0.1.0`: changes with CHANGELOG.md.
let version = "0.1.0"

func overview() -> String {
  let names = Subcommand.all.map(\.name.count).max() ?? 0
  let list = Subcommand.all.map {
    "  \($0.name)\(String(repeating: " ", count: names - $0.name.count + 2))\($0.summary)"
  }
  return """
    usage: gatehouse SUBCOMMAND [OPTION ...]

    A Zigbee home gateway: a coordinator on a serial port in, device events over MQTT out, app calls answered.

    \(list.joined(separator: "\n"))

    `gatehouse SUBCOMMAND --help` explains one. `gatehouse --version` prints the version and the commit.
    Exit codes: 0 ok, 1 failed, 2 wrong usage, 78 wrong configuration.
    """
}

func start() -> ExitCode {
  // A reader that goes away (`gatehouse devices | head`) is no reason to die by a signal.
  signal(SIGPIPE, SIG_IGN)
  var words = CommandLine.arguments.dropFirst()
  guard let first = words.popFirst() else {
    Output.write(overview() + "\n", to: STDERR_FILENO)
    return .usage
  }
  switch first {
  case "--help", "-h", "help":
    Output.line(overview())
    return .success
  case "--version":
    Output.line("gatehouse \(version) (\(String(cString: gatehouse_build_commit())))")
    return .success
  default:
    break
  }
  guard let subcommand = Subcommand.all.first(where: { $0.name == first }) else {
    let error = UsageError.unknown(first, among: Set(Subcommand.all.map(\.name)), kind: "subcommand")
    Output.error("\(error.message) (`gatehouse --help` lists them)")
    return .usage
  }
  // Where the words are the subcommand's own, -h has a meaning of its own too.
  if words.contains("--help") || (!subcommand.form.isOwn && words.contains("-h")) {
    Output.line("\(subcommand.summary)\n\n\(subcommand.usage)")
    return .success
  }
  do {
    return try subcommand.perform(Arguments(Array(words), form: subcommand.form))
  } catch {
    Output.error("\(subcommand.name): \(error.message) (`gatehouse \(subcommand.name) --help` explains)")
    return .usage
  }
}

exit(start().rawValue)
