import CloudRPC
import GatewayCore
import JSON
import MQTT
import SansIO
import Testing
import ZCL
import Zigbee
import ZigbeeHost

/// Replies byte for byte.
@Suite struct ReplyTests {
  private func reply(
    _ function: String, device: String = CloudHarness.lock, code: String = "200", data: String = "{}",
    params: String = "{}", more: String = ""
  ) -> String {
    #"{"msgtype":"respone","userId":"5c4fe492dc93897aa7d8600b","msgId":12,"gwId":"GW01182510001","#
      + #""deviceId":"\#(device)","func":"\#(function)","params":\#(params),"returnCode":"\#(code)","#
      + #""returnData":\#(data),"timestamp":"1790000000000"\#(more)}"#
  }

  @Test func powerIsAnsweredWithTheCallsOwnEnvelope() throws {
    var harness = try CloudHarness()
    try harness.receive(CloudHarness.call("getPower"))
    harness.complete(
      .attributes([
        AttributeReadResult(
          attribute: AttributeID(0x21), status: .success, value: TypedValue(.uint8, .unsigned(160)))
      ]))
    #expect(harness.lastBody == reply("getPower", data: #"{"power":160}"#))
    let message = try #require(harness.published.last)
    #expect(message.message.topic.text == "/5c4fe492dc93897aa7d8600b/rpc/reply")
    #expect(message.message.qos == .exactlyOnce)
    #expect(message.isDurable)
    #expect(!message.message.retain)
    #expect(message.call != nil)
  }

  @Test func anUnlockIsAnsweredWithoutItsPIN() throws {
    var harness = try CloudHarness()
    try harness.receive(CloudHarness.call("openLock", params: CloudHarness.unlockParams))
    harness.complete(.response(CommandID(1), payload: [0]))
    #expect(
      harness.lastBody
        == reply(
          "openLock",
          params: #"{"optype":"unlock","type":"pin","pin":"","userid":"5c4fe492dc93897aa7d8600b"}"#))
  }

  @Test(arguments: [(0, "notFullyLocked"), (1, "lock"), (2, "unlock")] as [(UInt64, String)])
  func theLockStatusIsAWord(_ raw: UInt64, _ word: String) throws {
    var harness = try CloudHarness()
    try harness.receive(CloudHarness.call("lockStatus"))
    harness.complete(
      .attributes([
        AttributeReadResult(
          attribute: AttributeID(0), status: .success, value: TypedValue(.enum8, .unsigned(raw)))
      ]))
    #expect(harness.lastBody == reply("lockStatus", data: #"{"lockstatus":"\#(word)"}"#))
  }

  @Test func basicInfoAndSignalComeFromTheRecord() throws {
    var harness = try CloudHarness()
    try harness.receive(CloudHarness.call("BasicInfo"))
    #expect(
      harness.lastBody
        == reply(
          "BasicInfo",
          data: #"{"macaddr":"00:12:4b:00:1b:a5:09:c1","model":"ZG01182510002","firmware":"V1.02.040","#
            + #""hwversion":"3","swversion":"V1.02.040","manufact":"ACME","linkquality":"204","#
            + #""lockversion":"ZG01182510002;00;V1.02.040;3"}"#))
    try harness.receive(CloudHarness.call("getzblocksignal"))
    #expect(harness.lastBody == reply("getzblocksignal", data: #"{"signal":-20}"#))
  }

  @Test func theDeviceListNamesEveryDevice() throws {
    var harness = try CloudHarness()
    harness.host(.availabilityChanged(CloudHarness.lampDevice.ieee, isAvailable: false))
    try harness.receive(CloudHarness.call("getDeviceList", device: CloudHarness.gateway))
    let list = harness.lastReply?["returnData"]?["devList"]?.arrayValue
    #expect(
      list?.first?.description
        == #"{"deviceType":"kdszblock","deviceId":"ZG01182510002","joinType":"zigbee","#
        + #""joinTime":"1789000000000","devSta":2,"macaddr":"00:12:4b:00:1b:a5:09:c1","#
        + #""name":"ZG01182510002","model":"ZG01182510002","manufact":"ACME","SW":"V1.02.040"}"#)
    #expect(list?.last?["deviceType"] == "zbdevice")
    #expect(list?.last?["devSta"] == 0)
  }

  @Test func anAttributeIsGivenBackAsInItsReport() throws {
    var harness = try CloudHarness()
    let params = #"{"clusterID":8,"attributeID":0}"#
    try harness.receive(CloudHarness.call("readAttribute", params: params, device: CloudHarness.lamp))
    harness.complete(
      .attributes([
        AttributeReadResult(
          attribute: AttributeID(0), status: .success, value: TypedValue(.uint8, .unsigned(128)))
      ]))
    #expect(
      harness.lastBody
        == reply(
          "readAttribute", device: CloudHarness.lamp,
          data: #"{"endpoint":11,"clusterID":8,"attributeID":0,"attributeDataType":32,"#
            + #""attributeDataValue":[128],"value":128,"unit":""}"#, params: params))
  }

  @Test func severalAttributesAreAListWithTheirStatus() throws {
    var harness = try CloudHarness()
    try harness.receive(
      CloudHarness.call(
        "readAttribute", params: #"{"clusterID":"0x0008","attributeID":[0,"17"],"endpoint":11}"#,
        device: CloudHarness.lamp))
    harness.complete(
      .attributes([
        AttributeReadResult(
          attribute: AttributeID(0), status: .success, value: TypedValue(.uint8, .unsigned(255))),
        AttributeReadResult(attribute: AttributeID(17), status: .unsupportedAttribute, value: nil),
      ]))
    #expect(
      harness.lastReply?["returnData"]?.description
        == #"{"endpoint":11,"clusterID":8,"attributes":[{"attributeID":0,"attributeDataType":32,"#
        + #""attributeDataValue":[255],"value":null,"unit":"","status":0},{"attributeID":17,"#
        + #""attributeDataType":null,"attributeDataValue":[],"value":null,"unit":"","status":134}]}"#)
  }

  @Test func aCommandsAnswerIsGivenBackAsBytes() throws {
    var harness = try CloudHarness()
    try harness.receive(
      CloudHarness.call(
        "sendCommand", params: #"{"clusterID":6,"commandID":2,"payload":[1,"0x0a"],"responseID":7}"#,
        device: CloudHarness.lamp))
    guard case .request(_, let request)? = harness.actions.last else {
      Issue.record("nothing sent")
      return
    }
    #expect(request.operation == .command(CommandID(2), payload: [1, 10], response: CommandID(7)))
    harness.complete(.response(CommandID(7), payload: [0xAB, 0]))
    #expect(harness.lastReply?["returnData"] == ["commandID": 7, "payload": "ab00"])
  }

  static let codes: [(CallResult.Code, String)] = [
    (.ok, "200"), (.forbidden, "403"), (.deviceNotFound, "404"), (.unsupported, "405"),
    (.badArguments, "406"),
    (.timedOut, "407"), (.gatewayFault, "408"), (.deviceFault, "409"), (.executionFailed, "411"),
    (.tooLate, "413"),
  ]

  @Test func everyEndHasItsCode() throws {
    #expect(Self.codes.count == CallResult.Code.allCases.count)
    for (code, text) in Self.codes {
      var harness = try CloudHarness()
      let context = Array(#"{"func":"getPower","msgId":"7","params":null,"extra":[1]}"#.utf8)
      let reply = CallReply(
        id: CallID(rawValue: 1),
        origin: .cloud(CloudCaller(userID: "u", messageID: "7", timestamp: nil)), context: context,
        result: CallResult(code, reason: code == .ok ? nil : "why"), isRepeated: false)
      let message = harness.translator.encode(reply, at: harness.now.wall)
      let head =
        #"{"msgtype":"respone","userId":"u","msgId":"7","gwId":"GW01182510001","#
        + #""deviceId":"GW01182510001","func":"getPower","params":{},"returnCode":"\#(text)","#
      let reason = code == .ok ? "" : #","msg":"why""#
      let tail = #""returnData":{},"timestamp":"1790000000000"\#(reason),"extra":[1]}"#
      let body = message.map { String(decoding: $0.message.payload, as: UTF8.self) }
      #expect(body == head + tail)
    }
  }

  @Test func aLocalCallIsNotAnsweredInTheCloud() throws {
    var harness = try CloudHarness()
    let reply = CallReply(
      id: CallID(rawValue: 1), origin: .local(user: "root"), context: Array(#"{"func":"x"}"#.utf8),
      result: .ok, isRepeated: false)
    #expect(harness.translator.encode(reply, at: harness.now.wall) == nil)
  }
}
