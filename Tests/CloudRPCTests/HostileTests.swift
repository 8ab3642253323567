import CloudRPC
import GatewayCore
import JSON
import MQTT
import SansIO
import Testing
import ZCL
import Zigbee
import ZigbeeHost

/// Messages that somebody on the broker may send and that must move nothing.
@Suite struct HostileTests {
  private static let pin = CloudHarness.unlockParams

  private static func unlock(_ change: (inout [String: String]) -> Void) -> String {
    var parts = [
      "msgtype": #""request""#, "userId": "\"\(CloudHarness.user)\"", "msgId": "12",
      "gwId": "\"\(CloudHarness.gateway)\"", "deviceId": "\"\(CloudHarness.lock)\"", "func": #""openLock""#,
      "params": pin, "returnCode": #""0""#, "timestamp": #""1790000000000""#,
    ]
    change(&parts)
    return "{" + parts.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
      + "}"
  }

  static let corpus: [String] =
    [
      "", " ", "null", "true", "7", "[]", "\"openLock\"", "{", "}", "{}", "{\"func\":", "\u{0}",
      "{\"func\":null}",
      "{\"func\":7}", "{\"func\":\"\"}", "{\"func\":\"openLock\"}", "{'func':'openLock'}", "NaN",
      #"{"func":"openLock","userId":"a/b"}"#, #"{"func":"openLock","userId":"+"}"#,
      ##"{"func":"openLock","userId":"#"}"##, #"{"func":"openLock","userId":""}"#,
      #"{"func":"openLock","userId":["5c4fe492dc93897aa7d8600b"]}"#,
      String(repeating: "[", count: 5_000), String(repeating: "{\"a\":", count: 5_000),
      "{\"func\":\"" + String(repeating: "x", count: 70_000) + "\"}",
      #"{"func":"openLock","func":"openLock""#,
    ]
    + [
      unlock { $0["userId"] = #""5c4fe492dc93897aa7d8600c""# },
      unlock { $0["userId"] = #""5C4FE492DC93897AA7D8600B""# },
      unlock { $0["userId"] = #"" 5c4fe492dc93897aa7d8600b""# },
      unlock { $0["userId"] = #""SYS""# },
      unlock { $0["userId"] = #""local:root""# },
      unlock { $0["userId"] = "null" },
      unlock { $0["userId"] = nil },
      unlock { $0["gwId"] = #""GW01182510002""# },
      unlock { $0["gwId"] = "[]" },
      unlock { $0["gwId"] = #""""# },
      unlock { $0["msgtype"] = #""event""# },
      unlock { $0["msgtype"] = #""respone""# },
      unlock { $0["msgtype"] = #""response""# },
      unlock { $0["timestamp"] = nil },
      unlock { $0["timestamp"] = #""1789999960000""# },
      unlock { $0["timestamp"] = #""1790000040000""# },
      unlock { $0["timestamp"] = "0" },
      unlock { $0["timestamp"] = "-1" },
      unlock { $0["timestamp"] = "9223372036854775807" },
      unlock { $0["timestamp"] = "-9223372036854775808" },
      unlock { $0["timestamp"] = "1e300" },
      unlock { $0["timestamp"] = #""1790000000""# },
      unlock { $0["timestamp"] = #""now""# },
      unlock { $0["timestamp"] = "[1790000000000]" },
      unlock { $0["deviceId"] = #""*""# },
      unlock { $0["deviceId"] = #""all""# },
      unlock { $0["deviceId"] = #""""# },
      unlock { $0["deviceId"] = nil },
      unlock { $0["deviceId"] = #"["ZG01182510002"]"# },
      unlock { $0["deviceId"] = #""GW01182510001""# },
      unlock { $0["deviceId"] = #""zg01182510002""# },
      unlock { $0["deviceId"] = #""0000000000000000""# },
      unlock { $0["params"] = nil },
      unlock { $0["params"] = #""unlock""# },
      unlock { $0["params"] = #"{"optype":"unlock"}"# },
      unlock { $0["params"] = #"{"optype":"toggle","type":"pin","pin":"482915"}"# },
      unlock { $0["params"] = #"{"optype":"UNLOCK","type":"pin","pin":"482915"}"# },
      unlock { $0["params"] = #"{"optype":"unlock","type":"rfid","pin":"482915"}"# },
      unlock { $0["params"] = #"{"optype":"unlock","type":"pin","pin":{"$ne":""}}"# },
      unlock { $0["params"] = #"{"optype":"unlock","type":"pin","pin":"\u00ff\u00ff\u00ff\u00ff"}"# },
      unlock { $0["returnCode"] = "946" },
      unlock { $0["func"] = #""openlock""# },
      unlock { $0["func"] = #""openLock ""# },
      unlock { $0["func"] = #""renameDevice""# },
      unlock { $0["func"] = #""allowUser""# },
      unlock { $0["func"] = #""cleanDevAll""# },
      unlock { $0["func"] = #""otaNotify""# },
      CloudHarness.call("sendCommand", params: #"{"clusterID":257,"commandID":1}"#),
      CloudHarness.call("sendCommand", params: #"{"clusterID":257,"commandID":2}"#),
      CloudHarness.call("sendCommand", params: #"{"clusterID":257,"commandID":3,"payload":"0500"}"#),
      CloudHarness.call(
        "sendCommand", params: #"{"clusterID":"0x0101","commandID":"0x01","payload":"0431323334"}"#),
      CloudHarness.call("sendCommand", params: #"{"clusterID":257,"commandID":5,"payload":"0100010004"}"#),
      CloudHarness.call("sendCommand", params: #"{"clusterID":257,"commandID":6,"payload":"0100"}"#),
      CloudHarness.call("sendCommand", params: #"{"clusterID":257,"commandID":0,"manufacturerCode":4660}"#),
      CloudHarness.call("sendCommand", params: #"{"clusterID":6,"commandID":1,"endpoint":10}"#),
      CloudHarness.call(
        "sendCommand", params: #"{"clusterID":5,"commandID":5,"endpoint":10,"payload":"000001"}"#),
      CloudHarness.call("sendCommand", params: #"{"clusterID":0,"commandID":0}"#),
      CloudHarness.call("sendCommand", params: #"{"clusterID":257,"commandID":1,"endpoint":255}"#),
      CloudHarness.call(
        "sendCommand", params: #"{"clusterID":257,"commandID":1,"endpoint":11}"#, device: CloudHarness.lamp),
      CloudHarness.call(
        "writeAttribute", params: #"{"clusterID":257,"attributeID":37,"attributeDataType":48,"value":4}"#),
      CloudHarness.call(
        "writeAttribute", params: #"{"clusterID":257,"attributeID":51,"attributeDataType":16,"value":false}"#),
      CloudHarness.call(
        "writeAttribute", params: #"{"clusterID":257,"attributeID":0,"attributeDataType":48,"value":2}"#),
      CloudHarness.call("setControlLight", params: #"{"on":true}"#),
      CloudHarness.call("setJoinAllow", params: #"{"mode":"zigbee"}"#, timestamp: "1789999000000"),
      CloudHarness.call("setJoinAllow", params: #"{"mode":"zigbee"}"#, user: "stranger"),
      CloudHarness.call("delDevice", params: #"{"bustype":"zigbee","deviceId":"*"}"#),
      CloudHarness.call("delDevice", params: #"{"bustype":"zigbee"}"#, device: CloudHarness.gateway),
      CloudHarness.call("delDevice", timestamp: "1500000000000"),
    ]

  @Test func theCorpusIsLargeEnough() { #expect(Self.corpus.count >= 40) }

  @Test(arguments: corpus)
  func aHostileMessageMovesNothing(_ body: String) throws {
    var harness = try CloudHarness()
    for topic in ["/type/GW01182510001/call", "/orangeiot/GW01182510001/call"] {
      for retained in [false, true] {
        try harness.receive(body, on: topic, retained: retained)
      }
    }
    #expect(harness.actions.isEmpty)
    for message in harness.published {
      #expect(!String(decoding: message.message.payload, as: UTF8.self).contains("482915"))
      #expect(message.message.topic.text.hasSuffix("/rpc/reply"))
    }
  }

  @Test func aGoodUnlockMovesTheLockOrTheCorpusProvesNothing() throws {
    var harness = try CloudHarness()
    try harness.receive(Self.unlock { _ in })
    #expect(harness.actions.count == 1)
    for _ in 0..<5 { try harness.receive(Self.unlock { _ in }) }
    #expect(harness.actions.count == 1)
    var retained = try CloudHarness()
    try retained.receive(Self.unlock { _ in }, retained: true)
    #expect(retained.actions.isEmpty)
  }

  /// Good calls with bytes changed, taken out and doubled: nothing traps, and a lock moves only for its PIN.
  @Test(arguments: UInt64(1)...60)
  func damagedMessagesDoNoHarm(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var harness = try CloudHarness()
    let bodies = [
      Self.unlock { _ in },
      CloudHarness.call("readAttribute", params: #"{"clusterID":6,"attributeID":[0,1]}"#),
      CloudHarness.call("writeAttribute", params: #"{"clusterID":6,"attributeID":1,"value":[1]}"#),
      CloudHarness.call("sendCommand", params: #"{"clusterID":6,"commandID":1,"payload":"00ff"}"#),
      CloudHarness.call("setControlLight", params: #"{"on":true,"level":7,"colorTemperature":370}"#),
    ].map { Array($0.utf8) }
    for _ in 0..<200 {
      var body = bodies[Int(generator.next() % UInt64(bodies.count))]
      for _ in 0...(generator.next() % 4) where !body.isEmpty {
        let place = Int(generator.next() % UInt64(body.count))
        switch generator.next() % 4 {
        case 0: body[place] = UInt8(truncatingIfNeeded: generator.next())
        case 1: body.remove(at: place)
        case 2: body.insert(body[place], at: place)
        default: body.removeSubrange(place...)
        }
      }
      try harness.receive(body)
      harness.complete(.failed(.timedOut))
    }
    for action in harness.actions {
      guard case .request(_, let request) = action, request.cluster == .doorLock,
        case .command(let command, let payload, _) = request.operation, command == CommandID(1)
      else { continue }
      #expect(payload.first.map { Int($0) + 1 } == payload.count)
      #expect(payload.count > 1)
    }
  }
}
