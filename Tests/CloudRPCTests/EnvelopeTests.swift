import CloudRPC
import GatewayCore
import JSON
import MQTT
import SansIO
import Testing
import ZCL
import Zigbee
import ZigbeeHost

/// How generously calls are read, and where that ends.
@Suite struct EnvelopeTests {
  /// Spellings of the field that all are the same call.
  static let quirks: [String] = [
    #"{"func":"getPower","userId":"5c4fe492dc93897aa7d8600b","gwId":"GW01182510001","deviceId":"ZG01182510002"}"#,
    #"{"func":"getPower","userId":"5c4fe492dc93897aa7d8600b","deviceId":"ZG01182510002"}"#,
    #"{"func":"getPower","userId":"5c4fe492dc93897aa7d8600b","gwId":null,"deviceId":"ZG01182510002"}"#,
    CloudHarness.call("getPower", message: "\"12\""),
    CloudHarness.call("getPower", timestamp: "1790000000000"),
    CloudHarness.call("getPower", timestamp: "1.79e12"),
    CloudHarness.call("getPower", timestamp: "\"\""),
    CloudHarness.call("getPower", timestamp: "null"),
    CloudHarness.call("getPower", params: "null"),
    CloudHarness.call("getPower").replacingFirst(#""msgId""#, with: #""msgid""#),
    CloudHarness.call("getPower").replacingFirst(#""msgtype":"request","#, with: ""),
    CloudHarness.call("getPower").replacingFirst(#""returnCode":"0""#, with: #""returnCode":0"#),
    CloudHarness.call("getPower").replacingFirst(#""returnCode":"0""#, with: #""returnCode":"200""#),
    CloudHarness.call("getPower").replacingFirst(#""returnData":{},"#, with: ""),
    CloudHarness.call("getPower").replacingFirst("{", with: #"{"clientId":"app:x","topicName":"y","#),
    CloudHarness.call("getPower", device: "00:12:4B:00:1B:A5:09:C1"),
    CloudHarness.call("getPower", device: "0x00124b001ba509c1"),
    CloudHarness.call("getPower", device: "00-12-4b-00-1b-a5-09-c1"),
    " \n" + CloudHarness.call("getPower") + "\r\n",
  ]

  @Test(arguments: quirks)
  func everySpellingOfTheFieldIsUnderstood(_ body: String) throws {
    var harness = try CloudHarness()
    let input = try harness.receive(body)
    guard case .call(let call) = input, case .cloud(let caller) = call.origin else {
      Issue.record("no call: \(input)")
      return
    }
    #expect(call.function == .getPower)
    #expect(caller.userID == CloudHarness.user)
    #expect(harness.actions.count == 1)
    harness.complete(.failed(.timedOut))
    #expect(harness.replyCode == "407")
    #expect(harness.lastReply?["msgid"] == nil)
  }

  @Test func theNumberOfACallIsEchoedAsItWasWritten() throws {
    var harness = try CloudHarness()
    for (written, expected) in [("12", JSONValue.integer(12)), ("\"013\"", "013")] {
      try harness.receive(CloudHarness.call("BasicInfo", message: written))
      #expect(harness.lastReply?["msgId"] == expected)
    }
  }

  static let bad: [(String, String)] = [
    ("setJoinAllow", "{}"), ("setJoinAllow", #"{"mode":"bluetooth"}"#), ("setJoinAllow", #"{"mode":1}"#),
    ("setJoinAllow", #"{"mode":"zigbee","seconds":255}"#),
    ("setJoinAllow", #"{"mode":"zigbee","seconds":-1}"#),
    ("setJoinAllow", "[]"), ("setJoinAllow", #""zigbee""#),
    ("delDevice", #"{"bustype":"ble"}"#),
    ("openLock", "{}"), ("openLock", #"{"optype":"toggle","type":"pin","pin":"1234"}"#),
    ("openLock", #"{"optype":"unlock","type":"rfid","pin":"1234"}"#), ("openLock", #"{"optype":"unlock"}"#),
    ("openLock", #"{"optype":"unlock","type":"pin","pin":""}"#),
    ("openLock", #"{"optype":"unlock","type":"pin","pin":["1"]}"#),
    ("openLock", #"{"optype":"unlock","type":"pin","pin":-5}"#),
    ("openLock", #"{"optype":"unlock","type":"pin","pin":"12 34"}"#),
    ("openLock", #"{"optype":"unlock","type":"pin","pin":"123456789012345678901234567890123"}"#),
    ("openLock", #"{"optype":"unlock","type":"pin","pin":"\u0000123"}"#),
    ("openLock", #"{"optype":["unlock"],"pin":"1234"}"#), ("openLock", "7"),
    ("readAttribute", "{}"), ("readAttribute", #"{"clusterID":6}"#),
    ("readAttribute", #"{"clusterID":65536,"attributeID":0}"#),
    ("readAttribute", #"{"clusterID":6,"attributeID":-1}"#),
    ("readAttribute", #"{"clusterID":6,"attributeID":[]}"#),
    ("readAttribute", #"{"clusterID":6,"attributeID":[1,1]}"#),
    ("readAttribute", #"{"clusterID":6,"attributeID":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]}"#),
    ("readAttribute", #"{"clusterID":6,"attributeID":0,"endpoint":0}"#),
    ("readAttribute", #"{"clusterID":6,"attributeID":0,"endpoint":255}"#),
    ("readAttribute", #"{"clusterID":6.5,"attributeID":0}"#),
    ("writeAttribute", #"{"clusterID":6,"attributeID":16385}"#),
    ("writeAttribute", #"{"clusterID":6,"attributeID":16385,"attributeDataType":33,"value":65536}"#),
    ("writeAttribute", #"{"clusterID":6,"attributeID":16385,"attributeDataType":33,"value":-1}"#),
    ("writeAttribute", #"{"clusterID":6,"attributeID":16385,"attributeDataType":"nothing","value":1}"#),
    ("writeAttribute", #"{"clusterID":6,"attributeID":16385,"attributeDataType":72,"value":[1]}"#),
    ("writeAttribute", #"{"clusterID":6,"attributeID":16385,"value":{"a":1}}"#),
    ("writeAttribute", #"{"clusterID":6,"attributeID":16385,"attributeDataType":16,"value":2}"#),
    ("sendCommand", #"{"clusterID":6}"#), ("sendCommand", #"{"clusterID":6,"commandID":256}"#),
    ("sendCommand", #"{"clusterID":6,"commandID":2,"payload":"0g"}"#),
    ("sendCommand", #"{"clusterID":6,"commandID":2,"payload":"012"}"#),
    ("sendCommand", #"{"clusterID":6,"commandID":2,"payload":[256]}"#),
    ("sendCommand", #"{"clusterID":6,"commandID":2,"payload":7}"#),
    ("setControlLight", "{}"), ("setControlLight", #"{"on":"maybe"}"#),
    ("setControlLight", #"{"level":255}"#),
    ("setControlLight", #"{"colorTemperature":1}"#), ("setControlLight", #"{"colorTemperature":20001}"#),
  ]

  @Test(arguments: bad)
  func badParametersAreRefused(_ function: String, _ params: String) throws {
    var harness = try CloudHarness()
    let lockFunctions = ["openLock"]
    let device = lockFunctions.contains(function) ? CloudHarness.lock : CloudHarness.lamp
    try harness.receive(CloudHarness.call(function, params: params, device: device))
    #expect(harness.replyCode == "406")
    #expect(harness.lastReply?["msg"]?.stringValue?.contains("1234") != true)
    #expect(harness.actions.isEmpty)
  }

  @Test(arguments: [
    (
      #"{"clusterID":6,"attributeID":16385,"attributeDataType":33,"value":65535}"#,
      TypedValue(.uint16, .unsigned(65_535))
    ),
    (
      #"{"clusterID":6,"attributeID":16385,"attributeDataType":"int16","value":-5}"#,
      TypedValue(.int16, .signed(-5))
    ),
    (
      #"{"clusterID":6,"attributeID":16385,"attributeDataType":"bool","value":true}"#,
      TypedValue(.boolean, .boolean(true))
    ),
    (
      #"{"clusterID":6,"attributeID":16385,"attributeDataType":"string","value":"zh"}"#,
      TypedValue(.characterString, .string([0x7A, 0x68]))
    ),
    (
      #"{"clusterID":6,"attributeID":16385,"attributeDataType":"octstr","attributeDataValue":"01ff"}"#,
      TypedValue(.octetString, .octets([1, 255]))
    ),
    (
      #"{"clusterID":6,"attributeID":16385,"attributeDataType":57,"attributeDataValue":[1.5]}"#,
      TypedValue(.float, .float(1.5))
    ),
  ])
  func valuesAreWrittenInTheirType(_ params: String, _ value: TypedValue) throws {
    var harness = try CloudHarness()
    try harness.receive(CloudHarness.call("writeAttribute", params: params, device: CloudHarness.lamp))
    guard case .request(_, let request)? = harness.actions.last else {
      Issue.record("nothing written")
      return
    }
    #expect(request.operation == .write([AttributeID(0x4001): value]))
  }

  @Test(arguments: [
    (#"{"on":true}"#, LightCommand(on: true)), (#"{"on":"off"}"#, LightCommand(on: false)),
    (#"{"on":1,"level":"254"}"#, LightCommand(on: true, level: 254)),
    (#"{"colorTemperature":2700}"#, LightCommand(mireds: 370)),
    (#"{"colorTemperature":153}"#, LightCommand(mireds: 153)),
  ])
  func lampsAreSetInEveryForm(_ params: String, _ command: LightCommand) throws {
    var harness = try CloudHarness()
    let input = try harness.receive(
      CloudHarness.call("setControlLight", params: params, device: CloudHarness.lamp))
    guard case .call(let call) = input else {
      Issue.record("no call")
      return
    }
    #expect(call.function == .setControlLight(command))
  }

  @Test(arguments: [
    "setPwd", "lockPwdInfo", "getZbChannel", "cleanDevAll", "otaNotify", "getMemevpnStatus", "basicInfo",
    "openlock",
    "triggerAdd", "x",
  ])
  func anUnknownFunctionIsNotThere(_ function: String) throws {
    var harness = try CloudHarness()
    try harness.receive(CloudHarness.call(function, params: #"{"pwdvalue":"482915","a":1}"#))
    #expect(harness.replyCode == "405")
    #expect(!harness.lastBody.contains("482915"))
    #expect(harness.lastReply?["params"]?["a"] == 1)
  }

  @Test func theDeviceToDeleteIsInTheParameters() throws {
    var harness = try CloudHarness()
    try harness.receive(
      CloudHarness.call(
        "delDevice", params: #"{"bustype":"zigbee","deviceId":"ZG01182510002"}"#, device: CloudHarness.gateway
      ))
    guard case .remove(_, let ieee, force: false)? = harness.actions.last else {
      Issue.record("not removed")
      return
    }
    #expect(ieee == CloudHarness.lockDevice.ieee)
    harness.host(.deviceLeft(ieee))
    #expect(harness.published.suffix(2).map(\.isDurable) == [true, true])
    #expect(harness.replyCode == "200")
  }

  @Test func aPINIsNowhereInWhatIsKeptOfACall() throws {
    var harness = try CloudHarness()
    let input = try harness.receive(CloudHarness.call("openLock", params: CloudHarness.unlockParams))
    guard case .call(let call) = input else {
      Issue.record("no call")
      return
    }
    #expect(!String(decoding: call.replyContext, as: UTF8.self).contains("482915"))
    #expect(!"\(input)".contains("482915"))
    // The stored digest must not tell PINs apart: whoever reads the store would only have to try them all.
    var other = try CloudHarness()
    let sameButPIN = try other.receive(
      CloudHarness.call(
        "openLock", params: CloudHarness.unlockParams.replacingFirst("482915", with: "000000")))
    guard case .call(let second) = sameButPIN else { return }
    #expect(call.bodyDigest == second.bodyDigest)
    #expect(call.bodyTag != second.bodyTag)
  }

  @Test func aLongCallIsAnsweredWithWhatAReplyNeeds() throws {
    var harness = try CloudHarness()
    let filler = String(repeating: "x", count: 20_000)
    try harness.receive(CloudHarness.call("BasicInfo", params: #"{"a":"\#(filler)"}"#))
    #expect(harness.replyCode == "200")
    #expect(harness.lastReply?["msgId"] == 12)
    #expect(harness.lastBody.utf8.count < 1_000)
  }
}

extension String {
  /// Without Foundation, and enough for tests.
  func replacingFirst(_ text: String, with replacement: String) -> String {
    guard let range = firstRange(of: text) else { return self }
    return String(self[..<range.lowerBound]) + replacement + self[range.upperBound...]
  }
}
