import ZCL
import Zigbee

/// Where an attribute is in a device.
struct AttributePath: Hashable, Sendable, Comparable {
  var endpoint: EndpointID
  var cluster: ClusterID
  var attribute: AttributeID

  init(_ endpoint: EndpointID, _ cluster: ClusterID, _ attribute: UInt16) {
    self.endpoint = endpoint
    self.cluster = cluster
    self.attribute = AttributeID(attribute)
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.endpoint, left.cluster, left.attribute) < (right.endpoint, right.cluster, right.attribute)
  }
}

/// One attribute: its type, its value, and what may be done with it.
struct AttributeSlot: Hashable, Sendable {
  var type: DataType
  var value: ZCLValue
  var isWritable: Bool
  var isReportable: Bool
  var range: ClosedRange<Int64>?

  /// Whether a write of `new` is allowed; success says so.
  func check(_ new: TypedValue) -> ZCLStatus {
    guard isWritable else { return .readOnly }
    guard new.type == type else { return .invalidDataType }
    if let range, let number = new.value.integer, !range.contains(number) { return .invalidValue }
    return .success
  }
}

/// A cluster that a device serves, and the commands that it takes and sends.
struct ServedCluster: Hashable, Sendable {
  var attributes: [AttributeID: AttributeSlot] = [:]
  var received: [UInt8] = []
  var generated: [UInt8] = []
}

/// The server clusters of a device, read from a text:
///
///     endpoint 1
///     cluster 0006 received 00 01 02 generated 00
///     0000 bool rp 0
///     4001 uint16 rw 0 0 65534
///
/// An attribute line is the id, the type by its ZCL name, `r`ead, `w`rite, re`p`ort, the value (text for
/// strings) and for numbers the smallest and largest value that may be written.
struct AttributeTable: Hashable, Sendable {
  private(set) var clusters: [EndpointID: [ClusterID: ServedCluster]] = [:]
  /// Lines that could not be read: a fault of this program, which its tests look for.
  private(set) var unreadableLines: [String] = []

  private static let types: [String: DataType] = {
    var result: [String: DataType] = [:]
    for raw in UInt8.min...UInt8.max {
      let type = DataType(rawValue: raw)
      if let name = type.name { result[name] = type }
    }
    return result
  }()

  init(_ text: String) {
    var endpoint = EndpointID(1)
    var cluster = ClusterID.basic
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
      guard let first = words.first else { continue }
      switch first {
      case "endpoint": endpoint = EndpointID(words.count > 1 ? UInt8(words[1]) ?? 1 : 1)
      case "cluster":
        guard words.count > 1, let id = UInt16(words[1], radix: 16) else {
          unreadableLines.append(String(line))
          continue
        }
        cluster = ClusterID(rawValue: id)
        clusters[endpoint, default: [:]][cluster] = Self.served(words.dropFirst(2))
      default:
        guard let id = UInt16(first, radix: 16), words.count >= 4, let slot = Self.slot(words) else {
          unreadableLines.append(String(line))
          continue
        }
        clusters[endpoint, default: [:]][cluster, default: ServedCluster()].attributes[AttributeID(id)] = slot
      }
    }
    addGlobalAttributes()
  }

  private static func served(_ words: ArraySlice<String>) -> ServedCluster {
    var served = ServedCluster()
    var generates = false
    for word in words {
      if word == "received" || word == "generated" {
        generates = word == "generated"
      } else if let command = UInt8(word, radix: 16) {
        if generates { served.generated.append(command) } else { served.received.append(command) }
      }
    }
    return served
  }

  private static func slot(_ words: [String]) -> AttributeSlot? {
    guard let type = types[words[1]], let value = value(Array(words.dropFirst(3)), type) else { return nil }
    var range: ClosedRange<Int64>?
    if words.count >= 6, let low = Int64(words[4]), let high = Int64(words[5]), low <= high {
      range = low...high
    }
    return AttributeSlot(
      type: type, value: value, isWritable: words[2].contains("w"), isReportable: words[2].contains("p"),
      range: range)
  }

  private static func value(_ words: [String], _ type: DataType) -> ZCLValue? {
    if type == .characterString {
      let text = words.joined(separator: " ")
      return .string(text == "-" ? [] : Array(text.utf8))
    }
    if type == .octetString { return .octets(Hexadecimal.bytes(words[0]) ?? []) }
    return value(number: Double(words[0]) ?? .nan, type)
  }

  /// A number as a value of `type`; nil when it does not fit.
  static func value(number: Double, _ type: DataType) -> ZCLValue? {
    if type == .boolean { return .boolean(number != 0) }
    if type.isFloatingPoint { return .float(number) }
    guard let length = type.fixedLength, (1...8).contains(length) else { return nil }
    if type.isSigned {
      guard let integer = Int64(exactly: number.rounded()) else { return nil }
      let limit = length == 8 ? Int64.max : (Int64(1) << (8 * length - 1)) - 1
      return (-limit...limit).contains(integer) ? .signed(integer) : nil
    }
    guard let integer = UInt64(exactly: number.rounded()) else { return nil }
    return integer <= UInt64.max >> UInt64(64 - 8 * length) ? .unsigned(integer) : nil
  }

  /// Every cluster has its revision.
  private mutating func addGlobalAttributes() {
    for (endpoint, served) in clusters {
      for cluster in served.keys {
        let revision = AttributeSlot(
          type: .uint16, value: .unsigned(1), isWritable: false, isReportable: false, range: nil)
        clusters[endpoint]?[cluster]?.attributes[AttributeID(0xFFFD)] = revision
      }
    }
  }

  subscript(path: AttributePath) -> AttributeSlot? {
    get { clusters[path.endpoint]?[path.cluster]?.attributes[path.attribute] }
    set { clusters[path.endpoint]?[path.cluster]?.attributes[path.attribute] = newValue }
  }

  func cluster(_ endpoint: EndpointID, _ cluster: ClusterID) -> ServedCluster? {
    clusters[endpoint]?[cluster]
  }

  func clusterIDs(_ endpoint: EndpointID) -> [ClusterID] {
    (clusters[endpoint] ?? [:]).keys.sorted()
  }

  var endpointIDs: [EndpointID] { clusters.keys.sorted() }

  /// The first endpoint that has the attribute.
  func path(_ cluster: ClusterID, _ attribute: AttributeID) -> AttributePath? {
    for endpoint in endpointIDs where clusters[endpoint]?[cluster]?.attributes[attribute] != nil {
      return AttributePath(endpoint, cluster, attribute.rawValue)
    }
    return nil
  }

  func integer(_ path: AttributePath) -> Int64 { self[path]?.value.integer ?? 0 }
}
