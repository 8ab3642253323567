import JSON
import MQTT
import SansIO

/// Everything that came out at the broker, sorted by what is asked of it later.
package final class Observer {
  package struct Call {
    package var function: String
    package var device: String
    package var at: MonotonicInstant
    package var replies: [JSONValue] = []
  }

  package struct LockEvent: Hashable, CustomStringConvertible {
    package var source: Int64
    package var code: Int64
    package var user: Int64
    package var description: String { "\(source)/\(code)/\(user)" }
  }

  package struct Report {
    package var device: String
    package var body: JSONValue
  }

  package private(set) var calls: [Int64: Call] = [:]
  package private(set) var lockEvents: [String: [LockEvent]] = [:]
  package private(set) var messages = 0
  package private(set) var reportCount = 0
  /// Judges a report when it comes; nil when it is right.
  package var judge: (Report) -> String? = { _ in nil }
  /// What was found wrong as it came, the first of it.
  package private(set) var faults: [String] = []
  private var nextNumber: Int64 = 1

  package init() {}

  package func noteCall(_ function: String, _ device: String, at now: MonotonicInstant) -> Int64 {
    defer { nextNumber += 1 }
    calls[nextNumber] = Call(function: function, device: device, at: now)
    return nextNumber
  }

  package func forgetCall(_ number: Int64) { calls[number] = nil }

  package func replies(to number: Int64) -> Int { calls[number]?.replies.count ?? 0 }
  package func code(of number: Int64) -> String? { calls[number]?.replies.first?["returnCode"]?.stringValue }

  package func blame(_ text: String) {
    if faults.count < 20 { faults.append(text) }
  }

  package func published(_ message: Message) {
    messages += 1
    guard let body = try? JSONValue(parsing: message.payload) else {
      return blame("no JSON on \(message.topic.text)")
    }
    switch body["msgtype"]?.stringValue {
    case "respone": replied(body)
    case "event": event(body)
    default: blame("a message of no known type: \(body)")
    }
  }

  private func replied(_ body: JSONValue) {
    guard let number = body["msgId"]?.integerValue, calls[number] != nil else {
      return blame("a reply to nothing: \(body)")
    }
    calls[number]?.replies.append(body)
  }

  private func event(_ body: JSONValue) {
    guard let device = body["deviceId"]?.stringValue, let parameters = body["eventparams"] else { return }
    switch parameters["devetype"]?.stringValue {
    case "lockop":
      guard let source = parameters["eventsource"]?.integerValue,
        let code = parameters["devecode"]?.integerValue, let user = parameters["userID"]?.integerValue
      else { return blame("a lock event without its parts: \(body)") }
      lockEvents[device, default: []].append(LockEvent(source: source, code: code, user: user))
    case "devreport", "lockreport":
      reportCount += 1
      if let fault = judge(Report(device: device, body: parameters)) { blame(fault) }
    default: break
    }
  }
}
