import JSON
import MQTT
import SansIO

/// How a message is shown: text with fields of one letter behind `%`, as mosquitto's programs have them.
struct MessageFormat: Sendable {
  private enum Piece: Hashable, Sendable {
    case text([UInt8])
    case field(Character)
  }

  /// The fields, and what they say.
  static let fields = """
    %t topic   %p payload   %l length of the payload   %q QoS   %r retained, 0 or 1   %d repeated, 0 or 1
    %x payload in hexadecimal   %X the same in capitals   %I time of arrival as ISO 8601
    %U time of arrival in seconds   %j all of it as JSON   %J the same with a JSON payload as it is   %% %
    and of MQTT 5: %C content type   %R response topic   %D correlation data   %E message expiry interval
    %F payload format indicator   %P user properties, name:value
    """

  private let pieces: [Piece]

  /// `\\n`, `\\t`, `\\r`, `\\0` and `\\\\` are what they are elsewhere.
  init(_ text: String) throws(MQTTCommandFailure) {
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "%":
        guard let letter = rest.popFirst() else { throw .usage("--format ends with a single %") }
        if letter == "%" {
          literal.append(UInt8(ascii: "%"))
          continue
        }
        guard "tplqrdxXIUjJCRDEFP".contains(letter) else { throw .usage("--format has no field %\(letter)") }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = []
        pieces.append(.field(letter))
      case "\\":
        literal += try Self.escaped(rest.popFirst())
      default:
        literal += Array(String(character).utf8)
      }
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
    self.pieces = pieces
  }

  private static func escaped(_ letter: Character?) throws(MQTTCommandFailure) -> [UInt8] {
    switch letter {
    case "n": [0x0A]
    case "t": [0x09]
    case "r": [0x0D]
    case "0": [0]
    case "\\": [0x5C]
    case .some(let letter): throw .usage("--format has no escape \\\(letter)")
    case nil: throw .usage("--format ends with a single \\")
    }
  }

  func append(_ message: Message, isDuplicate: Bool, at wall: WallTime, to bytes: inout [UInt8]) {
    for piece in pieces {
      switch piece {
      case .text(let text): bytes += text
      case .field("p"): bytes += message.payload
      case .field(let letter):
        bytes += Array(Self.field(letter, of: message, isDuplicate: isDuplicate, at: wall).utf8)
      }
    }
  }

  private static func field(
    _ letter: Character, of message: Message, isDuplicate: Bool, at wall: WallTime
  ) -> String {
    switch letter {
    case "t": message.topic.text
    case "l": String(message.payload.count)
    case "q": String(message.qos.rawValue)
    case "r": message.retain ? "1" : "0"
    case "d": isDuplicate ? "1" : "0"
    case "x": Hexadecimal.text(message.payload, digits: "0123456789abcdef")
    case "X": Hexadecimal.text(message.payload, digits: "0123456789ABCDEF")
    case "I": CalendarText.iso8601(wall)
    case "U": "\(wall.milliseconds / 1000).\(CalendarText.padded(Int(wall.milliseconds % 1000), 3))"
    case "j":
      MessageJSON.object(message, isDuplicate: isDuplicate, at: wall, parsesPayload: false).description
    case "J": MessageJSON.object(message, isDuplicate: isDuplicate, at: wall, parsesPayload: true).description
    default: property(letter, of: message.properties)
    }
  }

  private static func property(_ letter: Character, of properties: Properties) -> String {
    switch letter {
    case "C": properties.contentType ?? ""
    case "R": properties.responseTopic?.text ?? ""
    case "D": properties.correlationData.map { String(decoding: $0, as: UTF8.self) } ?? ""
    case "E": properties.messageExpiryInterval.map(String.init) ?? ""
    case "F": properties.payloadIsUTF8.map { $0 ? "1" : "0" } ?? ""
    case "P": properties.userProperties.map { "\($0.name):\($0.value)" }.joined(separator: " ")
    default: ""
    }
  }
}
