import ByteCoding
import RadioInterface
import ZNP
import Zigbee

/// The message that an MT command carries.
enum MTDescription {
  enum Inner {
    case zcl([UInt8], cluster: ClusterID)
    case zdo(ZDOMessage)
  }

  /// Application messages are ZCL, except those of endpoint 0, which are ZDO; raw ZDO callbacks bring the
  /// sequence number in a field of its own.
  static func inner(_ decoded: FrameFields) -> Inner? {
    guard let data = decoded.bytes("data_hex"), let number = decoded.number("cluster"),
      let cluster = UInt16(exactly: number).map({ ClusterID(rawValue: $0) })
    else { return nil }
    switch decoded.name {
    case "ZDO.msgCbIncoming":
      guard let sequence = decoded.number("tsn").flatMap({ UInt8(exactly: $0) }) else { return nil }
      return .zdo(ZDOMessage(sequence: sequence, cluster: cluster, body: data))
    case "AF.incomingMsg", "AF.incomingMsgExt", "AF.dataRequest", "AF.dataRequestExt":
      guard decoded.number("dst_ep") != 0 else {
        return (try? ZDOMessage(cluster: cluster, payload: data)).map { .zdo($0) }
      }
      return .zcl(data, cluster: cluster)
    default: return nil
    }
  }
}
