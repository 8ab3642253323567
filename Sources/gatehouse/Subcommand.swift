/// One word after `gatehouse`.
struct Subcommand: Sendable {
  var name: String
  /// One line for the list.
  var summary: String
  /// What `--help` prints under the summary.
  var usage: String
  var form: Arguments.Form
  var perform: @Sendable (Arguments) throws(UsageError) -> ExitCode

  static let all: [Subcommand] = [
    .run, .check, .ports, .simulate, .decode, .devices, .permitJoin, .call, .monitor, .rename, .remove,
    .users, .network, .status, .mqtt,
  ]

  /// The options that every subcommand has which talks to a running daemon.
  static let connectionOptions: Set<String> = ["--config", "--socket"]
  static let connectionHelp = """
      --socket PATH   the daemon's control socket (default: $GATEHOUSE_SOCKET, or the one of --config)
      --config FILE   the daemon's configuration, which names its runtime directory
                      (default: /etc/gatehouse/gatehouse.toml)
    """
}
