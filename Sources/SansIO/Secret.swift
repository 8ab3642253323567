/// A value that must not reach a log, a topic, a state file or a crash text: PIN, key, token, password.
///
/// It has no description, no Codable form and no mirror; whoever needs the content says so with
/// `reveal()`, which is easy to search for.
public struct Secret<Value: Sendable>: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let value: Value

  public init(_ value: Value) { self.value = value }

  public func reveal() -> Value { value }

  public var description: String { "<secret>" }
  public var debugDescription: String { "<secret>" }
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}
