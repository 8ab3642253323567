import JSON

/// What the subcommands that talk to a running daemon share.
enum DaemonConversation {
  static func run(
    _ arguments: Arguments, _ body: (ControlClient) throws(ControlClient.Failure) -> ExitCode
  ) -> ExitCode {
    do {
      return try body(try ControlClient(path: ControlAddress.path(arguments)))
    } catch {
      Output.error(error.message)
      return .failure
    }
  }

  /// One request whose result is not shown.
  static func perform(_ arguments: Arguments, _ request: JSONValue, done: String) -> ExitCode {
    run(arguments) { (client) throws(ControlClient.Failure) in
      _ = try client.request(request)
      Output.line(done)
      return .success
    }
  }
}

extension Subcommand {
  static let devices = Subcommand(
    name: "devices", summary: "Lists the devices of a running daemon",
    usage: """
      usage: gatehouse devices [--json] [--socket PATH | --config FILE]

        --json          one JSON array with everything known about each device
      \(connectionHelp)
      """,
    form: .init(valueOptions: connectionOptions, flags: ["--json"])
  ) { (arguments) throws(UsageError) in
    DaemonConversation.run(arguments) { (client) throws(ControlClient.Failure) in
      let result = try client.request(["command": "devices"])
      if arguments.has("--json") {
        Output.line(result.description)
        return .success
      }
      var rows = [["NAME", "DEVICE ID", "IEEE ADDRESS", "MODEL", "STATE", "LQI", "LAST SEEN"]]
      for device in result.arrayValue ?? [] {
        let text = { (key: String) in device[key]?.stringValue ?? "-" }
        let interview = text("interview")
        let state =
          interview != "complete"
          ? "interview: \(interview)" : device["available"]?.boolValue == true ? "online" : "offline"
        rows.append([
          text("name"), text("deviceId"), text("ieee"), "\(text("manufacturer")) \(text("model"))", state,
          device["linkQuality"]?.integerValue.map(String.init) ?? "-", text("lastSeenText"),
        ])
      }
      if rows.count == 1 {
        Output.line("no devices yet: `gatehouse permit-join` lets them in")
      } else {
        Output.table(rows)
      }
      return .success
    }
  }

  static let permitJoin = Subcommand(
    name: "permit-join", summary: "Lets devices join for a while",
    usage: """
      usage: gatehouse permit-join [SECONDS] [--through DEVICE] [--socket PATH | --config FILE]

        SECONDS           1 to 254 (default 120); 0 closes the network at once
        --through DEVICE  only through this router
      \(connectionHelp)
      """,
    form: .init(valueOptions: connectionOptions.union(["--through"]), positionals: 0...1)
  ) { (arguments) throws(UsageError) in
    guard let seconds = Int64(arguments.positionals.first ?? "120"), (0...254).contains(seconds) else {
      throw UsageError("SECONDS is a number from 0 to 254")
    }
    var request = JSONObject([("command", "permit-join"), ("seconds", .integer(seconds))])
    if let router = arguments["--through"] { request["through"] = .string(router) }
    return DaemonConversation.perform(
      arguments, .object(request),
      done: seconds == 0 ? "closed: no device can join" : "open for \(seconds) s: make the device join now")
  }

  static let call = Subcommand(
    name: "call", summary: "Carries out one function of the cloud protocol on a device",
    usage: """
      usage: gatehouse call DEVICE FUNC [JSON|-] [--socket PATH | --config FILE]

        DEVICE   device id, IEEE address or name; `gateway` for the gateway itself
        FUNC     for example lockStatus, getPower, openLock, setControlLight, readAttribute
        JSON     the parameters, for example '{"on":true,"level":128}'; `-` reads them from standard input

      A PIN must come from standard input, since a command line is visible to everybody on this machine:
        gatehouse call DEVICE openLock - <<<'{"optype":"unlock","type":"pin","pin":"..."}'

      Prints the reply as JSON; exit code 0 when its returnCode is 200.
      \(connectionHelp)
      """,
    form: .init(valueOptions: connectionOptions, positionals: 2...3)
  ) { (arguments) throws(UsageError) in
    let parameters = try callParameters(arguments)
    return DaemonConversation.run(arguments) { (client) throws(ControlClient.Failure) in
      let result = try client.request([
        "command": "call", "device": .string(arguments.positionals[0]),
        "func": .string(arguments.positionals[1]), "params": parameters,
      ])
      Output.line(result.description)
      return result["returnCode"]?.stringValue == "200" ? .success : .failure
    }
  }

  private static func callParameters(_ arguments: Arguments) throws(UsageError) -> JSONValue {
    guard arguments.positionals.count == 3 else { return [:] }
    let word = arguments.positionals[2]
    let isInput = word == "-"
    let text = isInput ? StandardInput.all(limit: 64 * 1024) : Array(word.utf8)
    do {
      let value = try JSONValue(parsing: text, limits: JSONLimits())
      guard value.objectValue != nil else { throw UsageError("the parameters are a JSON object {...}") }
      if !isInput, containsCode(value) {
        throw UsageError(
          "a PIN in the command line is refused, since everybody on this machine can read it; give it on "
            + "standard input: gatehouse call \(arguments.positionals[0]) \(arguments.positionals[1]) - "
            + "<<<'{...}'")
      }
      return value
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError("the parameters are not JSON: \(error)")
    }
  }

  private static func containsCode(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let object):
      object.contains { ["pin", "pwdvalue", "pinCode", "code"].contains($0.key) || containsCode($0.value) }
    case .array(let elements): elements.contains(where: containsCode)
    default: false
    }
  }

  static let monitor = Subcommand(
    name: "monitor", summary: "Shows events as they happen, one JSON object a line",
    usage: """
      usage: gatehouse monitor [--socket PATH | --config FILE]

      Ends with Ctrl-C or when the daemon stops.
      \(connectionHelp)
      """,
    form: .init(valueOptions: connectionOptions)
  ) { (arguments) throws(UsageError) in
    DaemonConversation.run(arguments) { (client) throws(ControlClient.Failure) in
      _ = try client.request(["command": "monitor"])
      while let event = try client.next() { Output.line(event.description) }
      return .success
    }
  }

  static let rename = Subcommand(
    name: "rename", summary: "Gives a device a name",
    usage: """
      usage: gatehouse rename DEVICE NAME [--socket PATH | --config FILE]

        DEVICE   device id, IEEE address or present name
        NAME     1 to 64 characters, unique in the house
      \(connectionHelp)
      """,
    form: .init(valueOptions: connectionOptions, positionals: 2...2)
  ) { (arguments) throws(UsageError) in
    DaemonConversation.perform(
      arguments,
      [
        "command": "rename", "device": .string(arguments.positionals[0]),
        "name": .string(arguments.positionals[1]),
      ], done: "renamed to \(arguments.positionals[1])")
  }

  static let remove = Subcommand(
    name: "remove", summary: "Makes a device leave the network and forgets it",
    usage: """
      usage: gatehouse remove DEVICE [--force] [--socket PATH | --config FILE]

        --force   forget it even if it does not answer
      \(connectionHelp)
      """,
    form: .init(valueOptions: connectionOptions, flags: ["--force"], positionals: 1...1)
  ) { (arguments) throws(UsageError) in
    DaemonConversation.perform(
      arguments,
      [
        "command": "remove", "device": .string(arguments.positionals[0]),
        "force": .bool(arguments.has("--force")),
      ], done: "removed")
  }

  static let users = Subcommand(
    name: "users", summary: "Says who may call",
    usage: """
      usage: gatehouse users list | allow ID | remove ID  [--socket PATH | --config FILE]

        ID   the `userId` of the app's account, as in the log line of a refused call
      \(connectionHelp)
      """,
    form: .init(valueOptions: connectionOptions, flags: ["--json"], positionals: 1...2)
  ) { (arguments) throws(UsageError) in
    let words = arguments.positionals
    switch (words[0], words.count) {
    case ("list", 1):
      return DaemonConversation.run(arguments) { (client) throws(ControlClient.Failure) in
        let result = try client.request(["command": "users"])
        if arguments.has("--json") {
          Output.line(result.description)
        } else if result.arrayValue?.isEmpty ?? true {
          Output.line("nobody may call: `gatehouse users allow ID` lets somebody")
        } else {
          let header = ["USER", "SOURCE"]
          Output.table(
            [header]
              + (result.arrayValue ?? []).map {
                [$0["user"]?.stringValue ?? "-", $0["source"]?.stringValue ?? "-"]
              })
        }
        return .success
      }
    case ("allow", 2):
      return DaemonConversation.perform(
        arguments, ["command": "users-allow", "user": .string(words[1])], done: "\(words[1]) may call now")
    case ("remove", 2):
      return DaemonConversation.perform(
        arguments, ["command": "users-remove", "user": .string(words[1])],
        done: "\(words[1]) may not call any more")
    default:
      throw UsageError("say `list`, `allow ID` or `remove ID`")
    }
  }
}
