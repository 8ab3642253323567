import Simulation

extension Subcommand {
  static let simulate = Subcommand(
    name: "simulate", summary: "Runs a virtual house behind a pseudo-terminal", usage: SimulateCommand.help,
    form: .init(valueOptions: [
      "--adapter", "--link", "--script", "--seed", "--state", "--zstack", "--ezsp-version", "--reset-delay",
    ])
  ) { (arguments) throws(UsageError) in
    let words = arguments.values.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let command: SimulateCommand
    do throws(SimulateCommand.UsageError) {
      command = try SimulateCommand(arguments: words)
    } catch {
      throw UsageError(error.description)
    }
    return command.run() == 0 ? .success : .failure
  }
}
