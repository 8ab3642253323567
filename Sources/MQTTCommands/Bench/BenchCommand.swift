import JSON
import MQTT

/// `gatehouse mqtt bench`: how fast this client is with a broker; prints one JSON object.
package struct BenchCommand {
  private let options: BenchOptions

  package init(_ words: [String]) throws(MQTTCommandFailure) { options = try BenchOptions(words) }

  package func run() throws(MQTTCommandFailure) -> MQTTCommandEnding {
    let life = try ClientLife(options.connection)
    switch options.role {
    case .publish: return life.run(try PublishBench(options, life: life))
    case .subscribe: return life.run(try SubscribeBench(options, life: life))
    case .latency: return life.run(try LatencyBench(options, life: life))
    }
  }
}

/// The figures of a run, as they are printed.
struct BenchReport {
  private let start = ProcessUsage.now()
  private var object: JSONObject

  init(_ options: BenchOptions) {
    object = JSONObject([
      ("role", .string(options.role.rawValue)), ("qos", .integer(Int64(options.qos.rawValue))),
      ("size", .integer(Int64(options.size))),
    ])
  }

  subscript(key: String) -> JSONValue? {
    get { object[key] }
    set { object[key] = newValue }
  }

  /// Prints the report of `count` messages in so many nanoseconds.
  mutating func finish(count: Int, nanoseconds: Int64) {
    let seconds = Double(max(nanoseconds, 1)) / 1e9
    let cpu = ProcessUsage.now().cpuSeconds - start.cpuSeconds
    object["messages"] = .integer(Int64(count))
    object["seconds"] = .number(seconds)
    object["perSecond"] = .number((Double(count) / seconds).rounded())
    object["cpuSeconds"] = .number(cpu)
    object["cpuMicrosecondsPerMessage"] = .number((cpu * 1e8 / Double(count)).rounded() / 100)
    object["peakResidentKilobytes"] = .integer(Int64(ProcessUsage.peakKilobytes()))
    CommandOutput.line(JSONValue.object(object).description)
  }
}
