import SansIO
import Storage

/// A row of every kind.
enum SampleState {
  private static let ieee: UInt64 = 0x0012_4B00_1BA5_09C1

  static let changes: [StoreChange] = [
    .putDevice(device),
    .putEndpoints(
      ieee: ieee,
      [EndpointRow(ieee: ieee, endpoint: 1, profile: 0x104, deviceID: 0xA, inputClusters: [0, 0x0101])]),
    .putAttribute(
      AttributeRow(
        ieee: ieee, endpoint: 1, cluster: 0x0101, manufacturer: 0, attribute: 0, type: 0x30, value: [1],
        updatedAt: 5)),
    .putMetadata(key: "lockout/caller/u1", value: Array(#"{"failures":[1,2],"count":1,"until":9}"#.utf8)),
    .putMetadata(key: "reserved-events", value: Array("77".utf8)),
    .putMetadata(
      key: "event/7",
      value: Array(
        #"""
        {"id":7,"time":9,"device":{"ieee":"00124b001ba509c1","deviceId":"d","name":"n","lock":true,"software":""},
        "kind":"lockOperation","operation":{"source":0,"code":2,"user":1,"localTime":4,"data":""}}
        """#.utf8)),
    .putHandledCall(
      HandledCallRow(
        key: CallKey(user: "u1", function: "openLock", device: "d", messageID: "1", timestamp: "2"),
        bodyDigest: [1, 2, 3],
        reply: Array(#"{"local":false,"answered":false,"context":"00ff","result":{"code":"0"}}"#.utf8),
        state: .recorded, at: 1_790_000_000_000)),
    .putAllowedUser(AllowedUserRow(userID: "u1", nickname: "Ann", addedBy: "local:root", addedAt: 1)),
    .putNetworkBackup(NetworkBackupRow(takenAt: 8, content: Secret(Array("{}".utf8)))),
    .appendAudit(AuditEntry(at: 1, who: "u1", what: "openLock", result: "0")),
  ]

  private static var device: DeviceRow {
    var device = DeviceRow(ieee: ieee, networkAddress: 0x09C1, joinedAt: 1)
    device.friendlyName = "Front door"
    device.modelIdentifier = "ZG01182510002"
    device.interviewState = "complete"
    return device
  }
}
