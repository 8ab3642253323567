import Zigbee

/// What the directory knows of one cluster: the names of its attributes and commands.
public struct ClusterDefinition: Hashable, Sendable {
  public struct Attribute: Hashable, Sendable {
    public var id: AttributeID
    /// nil for what the standard defines.
    public var manufacturer: ManufacturerCode?
    public var name: String
    public var type: DataType
    public var access: Access
  }

  /// What a client may do with an attribute.
  public struct Access: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let read = Self(rawValue: 1)
    public static let write = Self(rawValue: 2)
    public static let report = Self(rawValue: 4)
    public static let scene = Self(rawValue: 8)
  }

  public struct Command: Hashable, Sendable {
    public var id: CommandID
    public var manufacturer: ManufacturerCode?
    public var direction: ZCLFrame.Direction
    public var name: String
    public var fields: [CommandField]
  }

  public var id: ClusterID
  public var manufacturer: ManufacturerCode?
  public var name: String
  public var attributes: [Attribute] = []
  public var commands: [Command] = []
}

/// One field of a command's payload.
public struct CommandField: Hashable, Sendable {
  public indirect enum Kind: Hashable, Sendable {
    /// As in an attribute of that type, without the type byte.
    case value(DataType)
    /// A number that names something, 1 to 8 bytes.
    case identifier(byteCount: Int)
    /// A number with its most significant byte first, as some manufacturers send it.
    case bigEndian(byteCount: Int)
    /// A count byte, then so many elements.
    case countedList(Kind)
    /// Elements up to the end.
    case list(Kind)
    /// All bytes that are left.
    case remainder
    /// As many bytes as an earlier field says.
    case bytes(countedBy: String)
    /// The code of a lock's user: a string that must stay secret.
    case code
    /// The code of a lock event: a length byte and a code, or a byte that says there is none.
    case eventCode
    /// Tuya's list of datapoints.
    case datapoints
  }

  /// When a field is there.
  public enum Presence: Hashable, Sendable {
    case always
    /// Unless the payload ends before it.
    case optional
    /// If an earlier number, masked, has this value.
    case when(field: String, mask: UInt64, equals: UInt64)
    /// If an earlier number has one of the bits.
    case whenSet(field: String, mask: UInt64)
  }

  public var name: String
  public var kind: Kind
  public var presence: Presence
}
