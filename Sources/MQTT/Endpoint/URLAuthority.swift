/// `host[:port]` of a URL (RFC 3986, 3.2): the host is a name, an IPv4 address, or an IPv6 address in brackets.
struct URLAuthority {
  /// Without brackets, percent signs decoded.
  var host: String
  var port: UInt16?

  /// Reads up to the path, the query, the fragment or the end.
  init(_ text: inout URLText) throws(MQTTEndpointFailure) {
    if let at = text.rest.firstIndex(of: UInt8(ascii: "@")),
      !text.rest[..<at].contains(where: { "/?#".utf8.contains($0) })
    {
      throw MQTTEndpointFailure(.credentials, at: text.offset)
    }
    host = text.next == UInt8(ascii: "[") ? try Self.addressInBrackets(&text) : try Self.name(&text)
    port = try Self.port(&text)
  }

  private static func name(_ text: inout URLText) throws(MQTTEndpointFailure) -> String {
    let start = text.offset
    let part = text.take(until: ":/?#")
    let name = try URLText.percentDecoded(part)
    guard (1...253).contains(name.count), name.first != UInt8(ascii: "-"), name.first != UInt8(ascii: ".")
    else { throw MQTTEndpointFailure(.host, at: start) }
    for (place, byte) in name.enumerated() where !isNameByte(byte) {
      throw MQTTEndpointFailure(.host, at: start + min(place, part.count))
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func addressInBrackets(_ text: inout URLText) throws(MQTTEndpointFailure) -> String {
    let start = text.offset
    _ = text.take("[")
    // A zone is written behind "%25" (RFC 6874).
    let address = String(decoding: try URLText.percentDecoded(text.take(until: "]")), as: UTF8.self)
    let parts = address.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    guard text.take("]"), isVersion6(parts.first ?? ""),
      parts.dropFirst().allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isNameByte) })
    else { throw MQTTEndpointFailure(.host, at: start) }
    return address
  }

  private static func port(_ text: inout URLText) throws(MQTTEndpointFailure) -> UInt16? {
    let start = text.offset
    guard text.take(":") else {
      guard text.next.map({ "/?#".utf8.contains($0) }) ?? true else {
        throw MQTTEndpointFailure(.port, at: start)
      }
      return nil
    }
    let digits = text.take(until: "/?#")
    guard (1...5).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
    else { throw MQTTEndpointFailure(.port, at: start + 1) }
    return port
  }

  /// The text form of an IPv6 address (RFC 4291, 2.2): groups of hexadecimal digits, at most one "::", and
  /// perhaps an IPv4 address at the end.
  private static func isVersion6(_ text: Substring) -> Bool {
    guard text.utf8.count <= 45 else { return false }
    let halves = halves(text)
    guard (1...2).contains(halves.count) else { return false }
    var groups = 0
    for (number, half) in halves.enumerated() where !half.isEmpty {
      let parts = half.split(separator: ":", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if part.contains(".") {
          guard number == halves.count - 1, index == parts.count - 1, isVersion4(part) else { return false }
          groups += 2
        } else {
          guard (1...4).contains(part.utf8.count), part.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return false
          }
          groups += 1
        }
      }
    }
    return halves.count == 1 ? groups == 8 : groups <= 7
  }

  /// What stands on both sides of "::"; the whole where there is none.
  private static func halves(_ text: Substring) -> [Substring] {
    var halves: [Substring] = []
    var rest = text
    var place = rest.startIndex
    while place < rest.endIndex {
      let following = rest.index(after: place)
      if rest[place] == ":", following < rest.endIndex, rest[following] == ":" {
        halves.append(rest[..<place])
        rest = rest[rest.index(after: following)...]
        place = rest.startIndex
      } else {
        place = following
      }
    }
    return halves + [rest]
  }

  private static func isVersion4(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && $0.isNumber }
          && (Int(part).map { $0 <= 255 } ?? false)
      }
  }
}
