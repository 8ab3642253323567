import MQTTCommands

extension Subcommand {
  static let mqtt = Subcommand(
    name: "mqtt", summary: "An MQTT client for scripts: publish, subscribe, measure",
    usage: MQTTCommandHelp.text,
    form: .init(isOwn: true)
  ) { (arguments) throws(UsageError) in
    let words = Array(arguments.positionals.dropFirst())
    do throws(MQTTCommandFailure) {
      let ending: MQTTCommandEnding
      switch arguments.positionals.first {
      case "pub": ending = try PublishCommand(words).run()
      case "sub": ending = try SubscribeCommand(words).run()
      case "bench": ending = try BenchCommand(words).run()
      case .some(let other): throw MQTTCommandFailure.unknownOption(other, known: ["pub", "sub", "bench"])
      case nil: throw MQTTCommandFailure.usage("say `mqtt pub`, `mqtt sub` or `mqtt bench`")
      }
      return ExitCode(rawValue: ending.rawValue) ?? .failure
    } catch {
      switch error {
      case .usage(let text): throw UsageError(text)
      case .unknownOption(let word, let known):
        throw UsageError.unknown(word, among: known, kind: word.hasPrefix("-") ? "option" : "word")
      case .failed(let text):
        Output.error("mqtt: \(text)")
        return .failure
      }
    }
  }
}
