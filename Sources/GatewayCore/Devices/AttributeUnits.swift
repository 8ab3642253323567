import ZCL
import Zigbee

/// What the number of an attribute means, as data (ZCL revision 8, the clusters' attribute tables).
enum AttributeUnits {
  /// How the number on the air becomes the number in the unit.
  enum Scale: Hashable, Sendable {
    case divisor(Double)
    /// By attributes of the same endpoint and cluster, then by a fixed factor; a missing attribute counts as 1.
    case attributes(multiplier: AttributeID, divisor: AttributeID, factor: Double)
    /// 10 to the power of (n - 1) / 10000; 0 is too dark to measure (ZCL 4.2.2.2.1.1).
    case logarithmicLux
  }

  struct Rule: Hashable, Sendable {
    var scale: Scale
    var unit: String
  }

  /// Cluster, attribute, scale (a divisor, or multiplier/divisor attributes and a factor, or `lux`), unit.
  /// Numbers of the standard are hexadecimal, divisors and factors decimal.
  private static let rows = """
    0001 0000 10 V
    0001 0020 10 V
    0001 0021 2 %
    0001 0030 10 V
    0001 0040 10 V
    0001 0041 2 %
    0002 0000 1 °C
    0101 0023 1 s
    0102 0008 1 %
    0102 0009 1 %
    0201 0000 100 °C
    0201 0007 1 %
    0201 0008 1 %
    0201 0011 100 °C
    0201 0012 100 °C
    0300 0007 1 mired
    0400 0000 lux lx
    0402 0000 100 °C
    0403 0000 1 hPa
    0404 0000 10 m³/h
    0405 0000 100 %
    040D 0000 0.000001 ppm
    042A 0000 1 µg/m³
    0702 0000 0301/0302/1 kWh
    0702 0001 0301/0302/1 kWh
    0702 0400 0301/0302/1000 W
    0B04 0300 0400/0401/1 Hz
    0B04 0505 0600/0601/1 V
    0B04 0508 0602/0603/1 A
    0B04 050B 0604/0605/1 W
    0B04 050E 0604/0605/1 var
    0B04 050F 0604/0605/1 VA
    0B04 0510 100 -
    0B04 0905 0600/0601/1 V
    0B04 0908 0602/0603/1 A
    0B04 090B 0604/0605/1 W
    0B04 0A05 0600/0601/1 V
    0B04 0A08 0602/0603/1 A
    0B04 0A0B 0604/0605/1 W
    """

  private static let table: [UInt32: Rule] = parse(rows)

  static func rule(cluster: ClusterID, attribute: AttributeID) -> Rule? {
    table[UInt32(cluster.rawValue) << 16 | UInt32(attribute.rawValue)]
  }

  private static func parse(_ text: String) -> [UInt32: Rule] {
    var result: [UInt32: Rule] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count == 4, let cluster = UInt16(fields[0], radix: 16),
        let attribute = UInt16(fields[1], radix: 16), let scale = scale(fields[2])
      else { continue }
      let unit = fields[3] == "-" ? "" : String(fields[3])
      result[UInt32(cluster) << 16 | UInt32(attribute)] = Rule(scale: scale, unit: unit)
    }
    return result
  }

  private static func scale(_ field: Substring) -> Scale? {
    if field == "lux" { return .logarithmicLux }
    let parts = field.split(separator: "/")
    if parts.count == 3, let multiplier = UInt16(parts[0], radix: 16),
      let divisor = UInt16(parts[1], radix: 16), let factor = Double(parts[2])
    {
      return .attributes(
        multiplier: AttributeID(multiplier), divisor: AttributeID(divisor), factor: factor)
    }
    return Double(field).map { .divisor($0) }
  }
}
