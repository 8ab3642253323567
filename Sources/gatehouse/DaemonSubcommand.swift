import GatewayRuntime
import Glibc
import Settings

extension Subcommand {
  static let run = Subcommand(
    name: "run", summary: "Runs the gateway",
    usage: """
      usage: gatehouse run [--config FILE]

        --config FILE   default: /etc/gatehouse/gatehouse.toml

      TERM or INT ends it within five seconds; HUP reads the configuration again (a file with errors changes
      nothing). Ends by itself for a wrong configuration only: exit code 78.
      """,
    form: .init(valueOptions: ["--config"])
  ) { (arguments) throws(UsageError) in
    let file = arguments["--config"] ?? ControlAddress.standardConfiguration
    switch Settings.load(file: file, credentialsDirectory: credentialsDirectory) {
    case .failure(let problems):
      for problem in problems.all { Output.error(problem.description) }
      return .configuration
    case .success(let settings):
      let daemon: Daemon
      do throws(Daemon.StartFailure) {
        daemon = try Daemon(
          settings: settings, file: file, version: version, credentialsDirectory: credentialsDirectory)
      } catch {
        Output.error(error.message)
        return error.isConfiguration ? .configuration : .failure
      }
      switch daemon.run() {
      case .stopped: return .success
      case .failed: return .failure
      case .startOver: return startOver()
      }
    }
  }

  static let check = Subcommand(
    name: "check", summary: "Checks a configuration file",
    usage: """
      usage: gatehouse check [--config FILE]

        --config FILE   default: /etc/gatehouse/gatehouse.toml

      Prints every mistake with file, line, column, key and what is allowed; exit code 78 if there are any.
      """,
    form: .init(valueOptions: ["--config"])
  ) { (arguments) throws(UsageError) in
    let file = arguments["--config"] ?? ControlAddress.standardConfiguration
    let result = Settings.load(file: file, credentialsDirectory: credentialsDirectory)
    let lines = SettingsReport.lines(for: result, file: file)
    switch result {
    case .success:
      for line in lines { Output.line(line) }
      return .success
    case .failure:
      for line in lines { Output.write(line + "\n", to: STDERR_FILENO) }
      return .configuration
    }
  }

  /// The same process, from the beginning: the service manager sees no end. Returns only if that fails.
  private static func startOver() -> ExitCode {
    var words: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) }
    words.append(nil)
    execv("/proc/self/exe", &words)
    Output.error("cannot start over: \(String(cString: strerror(errno)))")
    return .failure
  }

  private static var credentialsDirectory: String? {
    getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
  }
}
