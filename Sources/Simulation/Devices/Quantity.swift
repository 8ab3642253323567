import ZCL
import Zigbee

/// A measured or set value by a name that people use in scripts, and where it is in ZCL.
struct Quantity: Hashable, Sendable {
  var cluster: ClusterID
  var attribute: AttributeID
  /// Attribute units in one unit of the script.
  var scale: Double

  /// `name cluster attribute scale`
  private static let all: [String: Quantity] = {
    let text = """
      temperature 0402 0000 100
      humidity 0405 0000 100
      battery 0001 0021 2
      battery-voltage 0001 0020 10
      power 0b04 050b 10
      current 0b04 0508 1000
      voltage 0b04 0505 10
      energy 0702 0000 1000
      on 0006 0000 1
      level 0008 0000 1
      color-temperature 0300 0007 1
      color-x 0300 0003 65536
      color-y 0300 0004 65536
      lock-state 0101 0000 1
      door-state 0101 0003 1
      zone-status 0500 0002 1
      """
    var result: [String: Quantity] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 4, let cluster = UInt16(words[1], radix: 16),
        let attribute = UInt16(words[2], radix: 16), let scale = Double(words[3])
      else { continue }
      result[String(words[0])] = Quantity(
        cluster: ClusterID(rawValue: cluster), attribute: AttributeID(attribute), scale: scale)
    }
    return result
  }()

  static var names: [String] { all.keys.sorted() }

  /// By name, or as `0x0402/0x0000` in the attribute's own units.
  init?(_ name: String) {
    if let known = Self.all[name] {
      self = known
      return
    }
    let parts = name.split(separator: "/")
    guard parts.count == 2, let cluster = Self.number(parts[0]), let attribute = Self.number(parts[1])
    else { return nil }
    self.init(cluster: ClusterID(rawValue: cluster), attribute: AttributeID(attribute), scale: 1)
  }

  private init(cluster: ClusterID, attribute: AttributeID, scale: Double) {
    self.cluster = cluster
    self.attribute = attribute
    self.scale = scale
  }

  private static func number(_ text: Substring) -> UInt16? {
    text.hasPrefix("0x") ? UInt16(text.dropFirst(2), radix: 16) : UInt16(text)
  }
}
