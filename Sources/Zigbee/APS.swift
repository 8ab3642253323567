/// Numbers of the application support sub-layer (Zigbee 2.2).
public enum APS {
  /// The largest application payload of one unfragmented frame without security of its own, in bytes; an
  /// IEEE destination or source route takes more away.
  public static let maximumUnfragmentedPayload = 82
  /// apscMaxFrameRetries, 2.2.7.1.
  public static let maximumFrameRetries = 3
  /// apscAckWaitDuration for the default parameters, in milliseconds.
  public static let acknowledgementWaitMilliseconds: Int64 = 1_600
  /// How long a parent keeps a message for a sleeping child, in milliseconds (nwkTransactionPersistenceTime).
  public static let indirectStorageMilliseconds: Int64 = 7_680
  /// The endpoints that applications may use.
  public static let applicationEndpoints: ClosedRange<UInt8> = 1...240
}
