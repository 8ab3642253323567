import JSON

extension Subcommand {
  static let network = Subcommand(
    name: "network", summary: "Shows the Zigbee network and decides about one that differs",
    usage: """
      usage: gatehouse network show [--json]
             gatehouse network adopt
             gatehouse network form --erase
             gatehouse network backup FILE [--saved]
             gatehouse network restore FILE
             (each with [--name NETWORK] and [--socket PATH | --config FILE])

        show          what the coordinator has and what was stated
        adopt         keep the network that the coordinator has; it becomes the stated one
        form --erase  make a new network; every device has to join again. The old one is saved first
        backup FILE   write an Open Coordinator Backup (it holds the network key: keep it safe);
                      with --saved the one that was saved last before `form` or `restore`
        restore FILE  write a saved network to the coordinator, after a backup of what it has
        --name NAME   the `[[network]]` meant, where there are several
      \(connectionHelp)
      """,
    form: .init(
      valueOptions: connectionOptions.union(["--name"]), flags: ["--json", "--erase", "--saved"],
      positionals: 1...2)
  ) { (arguments) throws(UsageError) in
    let words = arguments.positionals
    var request = JSONObject()
    if let name = arguments["--name"] { request["network"] = .string(name) }
    switch (words[0], words.count) {
    case ("show", 1):
      return showNetwork(arguments, request)
    case ("adopt", 1):
      request["command"] = "network-adopt"
      return DaemonConversation.perform(arguments, .object(request), done: "adopted")
    case ("form", 1):
      guard arguments.has("--erase") else {
        throw UsageError(
          "forming makes every device join again; say `gatehouse network form --erase` to mean it")
      }
      request["command"] = "network-form"
      return DaemonConversation.perform(arguments, .object(request), done: "a new network is formed")
    case ("backup", 2):
      return backUp(arguments, request, to: words[1])
    case ("restore", 2):
      return restore(arguments, request, from: words[1])
    default:
      throw UsageError("say `show`, `adopt`, `form --erase`, `backup FILE` or `restore FILE`")
    }
  }

  private static func showNetwork(_ arguments: Arguments, _ request: JSONObject) -> ExitCode {
    DaemonConversation.run(arguments) { (client) throws(ControlClient.Failure) in
      var request = request
      request["command"] = "network"
      let result = try client.request(.object(request))
      guard !arguments.has("--json") else {
        Output.line(result.description)
        return .success
      }
      for (key, label) in [
        ("name", "network"), ("state", "state"), ("reason", "reason"), ("adapter", "adapter"),
        ("port", "port"), ("channel", "channel"), ("panId", "PAN id"), ("extendedPanId", "extended PAN id"),
        ("coordinator", "coordinator"), ("permitJoin", "open to join"), ("advice", "what to do"),
      ] {
        guard let value = result[key], !value.isNull else { continue }
        Output.line("\(label): \(value.stringValue ?? value.description)")
      }
      return .success
    }
  }

  private static func backUp(_ arguments: Arguments, _ request: JSONObject, to file: String) -> ExitCode {
    DaemonConversation.run(arguments) { (client) throws(ControlClient.Failure) in
      var request = request
      request["command"] = "network-backup"
      request["saved"] = .bool(arguments.has("--saved"))
      let result = try client.request(.object(request))
      if let problem = PrivateFile.write(result.description + "\n", to: file) {
        throw ControlClient.Failure(message: problem)
      }
      Output.line("saved to \(file)")
      return .success
    }
  }

  private static func restore(_ arguments: Arguments, _ request: JSONObject, from file: String) -> ExitCode {
    guard let bytes = PrivateFile.read(file, limit: 4 << 20) else {
      Output.error("network: \(file) cannot be read")
      return .failure
    }
    let backup: JSONValue
    do {
      backup = try JSONValue(parsing: bytes, limits: .controlAnswer)
    } catch {
      Output.error("network: \(file) is not JSON: \(error)")
      return .failure
    }
    var request = request
    request["command"] = "network-restore"
    request["backup"] = backup
    return DaemonConversation.perform(arguments, .object(request), done: "restored from \(file)")
  }
}
