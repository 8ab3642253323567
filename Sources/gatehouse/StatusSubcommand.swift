import JSON

extension Subcommand {
  static let status = Subcommand(
    name: "status", summary: "Says how a running daemon is: radio, broker, store",
    usage: """
      usage: gatehouse status [--json] [--socket PATH | --config FILE]

        --json          one JSON object with everything, counters included
      \(connectionHelp)
      """,
    form: .init(valueOptions: connectionOptions, flags: ["--json"])
  ) { (arguments) throws(UsageError) in
    DaemonConversation.run(arguments) { (client) throws(ControlClient.Failure) in
      let result = try client.request(["command": "status"])
      if arguments.has("--json") {
        Output.line(result.description)
      } else {
        Output.table(rows(result))
      }
      return .success
    }
  }

  private static func rows(_ status: JSONValue) -> [[String]] {
    func text(_ value: JSONValue?) -> String {
      value?.stringValue ?? value?.integerValue.map(String.init) ?? "-"
    }
    var rows = [["radio", text(status["radio"]?["state"])]]
    if let reason = status["radio"]?["reason"]?.stringValue { rows.append(["", reason]) }
    rows.append(["store", text(status["store"])])
    rows.append(["devices", text(status["devices"])])
    guard let broker = status["broker"], broker["state"] != nil else { return rows + [["broker", "none"]] }
    rows.append(["broker", "\(text(broker["state"])), \(text(broker["broker"]))"])
    rows.append(["  stage", text(broker["stage"])])
    if broker["retrySeconds"]?.integerValue != nil {
      rows.append(["  next try", "in \(text(broker["retrySeconds"])) s"])
    }
    if broker["takenOver"]?.boolValue == true {
      rows.append(["  alarm", "another client uses the same client identifier"])
    }
    rows.append(["  last error", text(broker["lastError"])])
    rows.append(["  to deliver", "\(text(broker["undelivered"]?["messages"])) messages"])
    return rows
  }
}
