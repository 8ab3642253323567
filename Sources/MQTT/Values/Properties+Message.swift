/// Properties of messages and wills (5.0, clauses 3.3.2.3 and 3.1.3.2).
extension Properties {
  /// Whether the payload is said to be UTF-8; nil when nothing is said.
  public var payloadIsUTF8: Bool? {
    get { flag(.payloadFormatIndicator) }
    set { setFlag(.payloadFormatIndicator, newValue) }
  }

  /// Seconds after which nobody needs the message any more.
  public var messageExpiryInterval: UInt32? {
    get { number(.messageExpiryInterval) }
    set { setNumber(.messageExpiryInterval, newValue) }
  }

  /// What the payload is, a MIME type for instance.
  public var contentType: String? {
    get { text(.contentType) }
    set { set(.contentType, newValue.map { .text($0) }) }
  }

  /// Where the answer of a request goes.
  public var responseTopic: TopicName? {
    get {
      guard let text = text(.responseTopic) else { return nil }
      do { return try TopicName(text) } catch { return nil }
    }
    set { set(.responseTopic, newValue.map { .text($0.text) }) }
  }

  /// Tells the sender of a request which one an answer is for.
  public var correlationData: [UInt8]? {
    get { binary(.correlationData) }
    set { set(.correlationData, newValue.map { .binary($0) }) }
  }
}

/// The formats behind the named accessors.
extension Properties {
  func number<Number: FixedWidthInteger>(_ identifier: PropertyIdentifier) -> Number? {
    guard case .number(let number) = value(of: identifier) else { return nil }
    return Number(exactly: number)
  }

  mutating func setNumber(_ identifier: PropertyIdentifier, _ number: (some FixedWidthInteger)?) {
    set(identifier, number.map { .number(UInt32(truncatingIfNeeded: $0)) })
  }

  func flag(_ identifier: PropertyIdentifier) -> Bool? {
    guard case .number(let number) = value(of: identifier) else { return nil }
    return number != 0
  }

  mutating func setFlag(_ identifier: PropertyIdentifier, _ flag: Bool?) {
    set(identifier, flag.map { .number($0 ? 1 : 0) })
  }

  func text(_ identifier: PropertyIdentifier) -> String? {
    guard case .text(let text) = value(of: identifier) else { return nil }
    return text
  }

  func binary(_ identifier: PropertyIdentifier) -> [UInt8]? {
    guard case .binary(let bytes) = value(of: identifier) else { return nil }
    return bytes
  }
}
