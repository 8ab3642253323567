import ZCL
import Zigbee

/// A definition as the file writes it: clusters by id; attributes and commands with the standard's first, then
/// those of each manufacturer, by id; numbers in conditions hexadecimal from 10 on.
enum ClusterText {
  static func lines(_ cluster: ClusterDefinition) -> [String] {
    let attributes = cluster.attributes.sorted {
      (key($0.manufacturer), $0.id.rawValue) < (key($1.manufacturer), $1.id.rawValue)
    }
    let commands = cluster.commands.sorted {
      (key($0.manufacturer), key($0.direction), $0.id.rawValue)
        < (key($1.manufacturer), key($1.direction), $1.id.rawValue)
    }
    return ["cluster \(cluster.id)\(suffix(cluster.manufacturer)) \(cluster.name)"]
      + attributes.map(attribute) + commands.map(command)
  }

  private static func key(_ manufacturer: ManufacturerCode?) -> UInt16 { manufacturer?.rawValue ?? 0 }
  private static func key(_ direction: ZCLFrame.Direction) -> Int { direction == .clientToServer ? 0 : 1 }
  private static func suffix(_ manufacturer: ManufacturerCode?) -> String {
    manufacturer.map { "/\($0)" } ?? ""
  }

  private static func attribute(_ attribute: ClusterDefinition.Attribute) -> String {
    let letters: [(ClusterDefinition.Access, String)] = [
      (.read, "r"), (.write, "w"), (.report, "p"), (.scene, "s"),
    ]
    let access = letters.filter { attribute.access.contains($0.0) }.map(\.1).joined()
    let id = "\(attribute.id)\(suffix(attribute.manufacturer))"
    return "  attribute \(id) \(attribute.name) \(attribute.type.name ?? "?") \(access)"
  }

  private static func command(_ command: ClusterDefinition.Command) -> String {
    let direction = command.direction == .clientToServer ? ">" : "<"
    let fields = command.fields.map { " \($0.name):\(kind($0.kind))\(presence($0.presence))" }
    return
      "  command \(command.id)\(suffix(command.manufacturer)) \(direction) \(command.name)\(fields.joined())"
  }

  private static func kind(_ kind: CommandField.Kind) -> String {
    switch kind {
    case .value(let type): type.name ?? "?"
    case .identifier(let count): "id\(8 * count)"
    case .bigEndian(let count): "uint\(8 * count)be"
    case .countedList(let element): self.kind(element) + "[]"
    case .list(let element): self.kind(element) + "*"
    case .remainder: "bytes"
    case .bytes(let field): "bytes[\(field)]"
    case .code: "code"
    case .eventCode: "eventcode"
    case .datapoints: "datapoints"
    }
  }

  private static func presence(_ presence: CommandField.Presence) -> String {
    switch presence {
    case .always: ""
    case .optional: "?"
    case .when(let field, .max, let value): "?\(field)=\(number(value))"
    case .when(let field, let mask, let value): "?\(field)&\(number(mask))=\(number(value))"
    case .whenSet(let field, let mask): "?\(field)&\(number(mask))"
    }
  }

  private static func number(_ value: UInt64) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return value < 10 ? digits : "0x" + (digits.count < 2 ? "0" : "") + digits
  }
}
