/// The properties of a packet or will (5.0, clause 2.2.2), in the order of the wire.
///
/// An empty list costs no memory. The accessors by name are in the extensions, sorted by the packets that
/// carry them; a property in a packet that must not have it is refused when the packet is written.
/// Two lists are equal when they hold the same properties in the same order.
public struct Properties: Hashable, Sendable {
  private(set) var elements: [Property] = []
  /// User properties of a received packet beyond the ``PropertyLimits``.
  public internal(set) var omittedUserProperties = 0

  public init() {}

  public static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }

  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }

  public var isEmpty: Bool { elements.isEmpty }

  /// Bytes on the wire, without the length in front.
  public var byteCount: Int {
    var count = 0
    for element in elements { count += element.byteCount }
    return count
  }

  /// The names and values in their order.
  public var userProperties: [UserProperty] {
    get {
      elements.compactMap { element in
        guard case .pair(let name, let value) = element.value else { return nil }
        return UserProperty(name: name, value: value)
      }
    }
    set {
      elements.removeAll { $0.identifier == .userProperty }
      for property in newValue { append(userProperty: property) }
    }
  }

  public mutating func append(userProperty: UserProperty) {
    append(Property(.userProperty, .pair(name: userProperty.name, value: userProperty.value)))
  }

  /// The values of a name, in their order.
  public func userProperties(named name: String) -> [String] {
    userProperties.filter { $0.name == name }.map(\.value)
  }

  mutating func append(_ property: Property) { elements.append(property) }

  func contains(_ identifier: PropertyIdentifier) -> Bool {
    elements.contains { $0.identifier == identifier }
  }

  func value(of identifier: PropertyIdentifier) -> Property.Value? {
    elements.first { $0.identifier == identifier }?.value
  }

  mutating func set(_ identifier: PropertyIdentifier, _ value: Property.Value?) {
    let index = elements.firstIndex { $0.identifier == identifier }
    switch (index, value) {
    case (let index?, let value?): elements[index] = Property(identifier, value)
    case (let index?, nil): elements.remove(at: index)
    case (nil, let value?): elements.append(Property(identifier, value))
    case (nil, nil): break
    }
  }
}

extension Properties: Sequence {
  public func makeIterator() -> IndexingIterator<[Property]> { elements.makeIterator() }
}
