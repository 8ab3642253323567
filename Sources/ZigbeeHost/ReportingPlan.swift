import ZCL
import Zigbee

/// What is bound, reported and read on a device when it is configured: the standard sets of the clusters
/// that the gateway core reasons about.
struct ReportingPlan: Sendable {
  struct Cluster: Sendable {
    var id: ClusterID
    var targets: [ReportingTarget] = []
    /// Read once: limits, scales and the present state.
    var reads: [AttributeID] = []
  }

  /// Attributes of one read: more do not fit into answers of small devices.
  static let readSize = 5

  /// Clusters by which remotes send commands: bound where an endpoint is their client.
  static let remoteClusters: [ClusterID] = [
    .onOff, .levelControl, .colorControl, .windowCovering, .scenes, .iasACE,
  ]

  /// The plan for the clusters that an endpoint serves, in the order of the table.
  static func clusters(servedBy endpoint: ZigbeeEndpoint) -> [Cluster] {
    standard.filter { endpoint.inputClusters.contains($0.id) }
  }

  /// Client clusters to bind. A lamp that lists On/Off on both sides is no remote.
  static func remoteClusters(of endpoint: ZigbeeEndpoint) -> [ClusterID] {
    remoteClusters.filter {
      endpoint.outputClusters.contains($0) && !endpoint.inputClusters.contains($0)
    }
  }

  /// One line for a cluster: id, then reported attributes as attribute/type/minimum/maximum/change
  /// (hexadecimal ids, decimal intervals in seconds, `-` for discrete types), then `+` and attributes that
  /// are only read.
  private static let table = """
    0101 0000/30/0/3600/- 0003/30/0/3600/- + 0000 0001 0002 0012 0017 0018 0025 0033
    0009
    0500
    0501
    0020 + 0000 0001
    0001 0021/20/3600/65000/0 0020/20/3600/65000/0 + 0020 0021
    0006 0000/10/0/3600/- + 0000
    0008 0000/20/1/3600/1 + 0000
    0300 0007/21/0/3600/1 0003/21/0/3600/10 0004/21/0/3600/10 0008/30/0/3600/- + 0003 0004 0007 0008 400A 400B 400C
    0402 0000/29/10/3600/100 + 0000
    0405 0000/21/10/3600/100 + 0000
    0403 0000/29/10/3600/5 + 0000
    0400 0000/21/10/3600/5 + 0000
    0406 0000/18/0/3600/- + 0000
    0702 0000/25/5/3600/257 0400/2A/5/3600/1 + 0300 0301 0302 0303 0000 0400
    0B04 050B/29/5/3600/1 0505/21/5/3600/5 0508/21/5/3600/50 + 0600 0601 0602 0603 0604 0605 0505 0508 050B
    0102 0008/20/1/3600/1 0009/20/1/3600/1 + 0000 0007 0008 0009
    0201 0000/29/10/3600/10 0011/29/0/3600/10 0012/29/0/3600/10 001C/30/0/3600/- 0008/20/10/3600/5 + 0000 0008 0011 0012 001B 001C
    """

  static let standard: [Cluster] = table.split(separator: "\n").compactMap { line in
    var words = line.split(separator: " ")[...]
    guard let first = words.popFirst(), let id = UInt16(first, radix: 16) else { return nil }
    var cluster = Cluster(id: ClusterID(rawValue: id))
    var isReadList = false
    for word in words {
      if word == "+" {
        isReadList = true
      } else if isReadList {
        if let attribute = UInt16(word, radix: 16) { cluster.reads.append(AttributeID(attribute)) }
      } else if let target = target(word) {
        cluster.targets.append(target)
      }
    }
    return cluster
  }

  private static func target(_ word: Substring) -> ReportingTarget? {
    let fields = word.split(separator: "/")
    guard fields.count == 5, let attribute = UInt16(fields[0], radix: 16),
      let type = UInt8(fields[1], radix: 16), let minimum = UInt16(fields[2]),
      let maximum = UInt16(fields[3])
    else { return nil }
    let dataType = DataType(rawValue: type)
    let change = Int64(fields[4]).map { number in
      dataType.isSigned ? ZCLValue.signed(number) : ZCLValue.unsigned(UInt64(clamping: number))
    }
    return ReportingTarget(
      attribute: AttributeID(attribute), type: dataType, minimumInterval: minimum,
      maximumInterval: maximum, reportableChange: change)
  }
}
