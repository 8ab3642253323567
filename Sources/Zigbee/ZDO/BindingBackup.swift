import ByteCoding

// The backup of binding tables, which R22 took out of the standard.

/// Store_Bkup_Bind_Entry_req (R21 2.4.3.2.6).
public struct StoreBackupBindEntryRequest: ZDOBody {
  public static let cluster = ClusterID.storeBackupBindEntryRequest

  public var binding: Binding

  public init(binding: Binding) {
    self.binding = binding
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    binding = try Binding(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    binding.encode(into: &writer)
  }
}

/// Store_Bkup_Bind_Entry_rsp (R21 2.4.4.3.6).
public struct StoreBackupBindEntryResponse: ZDOStatusBody {
  public static let cluster = ClusterID.storeBackupBindEntryResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}

/// Remove_Bkup_Bind_Entry_req (R21 2.4.3.2.7).
public struct RemoveBackupBindEntryRequest: ZDOBody {
  public static let cluster = ClusterID.removeBackupBindEntryRequest

  public var binding: Binding

  public init(binding: Binding) {
    self.binding = binding
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    binding = try Binding(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    binding.encode(into: &writer)
  }
}

/// Remove_Bkup_Bind_Entry_rsp (R21 2.4.4.3.7).
public struct RemoveBackupBindEntryResponse: ZDOStatusBody {
  public static let cluster = ClusterID.removeBackupBindEntryResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}

/// Backup_Bind_Table_req (R21 2.4.3.2.8).
public struct BackupBindTableRequest: ZDOBody {
  public static let cluster = ClusterID.backupBindTableRequest

  /// Bindings in all.
  public var total: UInt16
  public var startIndex: UInt16
  public var bindings: [Binding]

  public init(total: UInt16, startIndex: UInt16, bindings: [Binding]) {
    self.total = total
    self.startIndex = startIndex
    self.bindings = bindings
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    total = try reader.readUInt16LE()
    startIndex = try reader.readUInt16LE()
    bindings = try ZDOList.readLong(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    writer.writeLE(total)
    writer.writeLE(startIndex)
    ZDOList.writeLong(bindings, into: &writer)
  }
}

/// Backup_Bind_Table_rsp (R21 2.4.4.3.8).
public struct BackupBindTableResponse: ZDOBody {
  public static let cluster = ClusterID.backupBindTableResponse

  public var status: ZDOStatus
  /// Bindings that are kept.
  public var total: UInt16

  public init(status: ZDOStatus = .success, total: UInt16) {
    self.status = status
    self.total = total
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    guard status == .success || reader.remaining >= 2 else {
      total = 0
      return
    }
    total = try reader.readUInt16LE()
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    writer.writeLE(total)
  }
}

/// Recover_Bind_Table_req (R21 2.4.3.2.9).
public struct RecoverBindTableRequest: ZDOBody {
  public static let cluster = ClusterID.recoverBindTableRequest

  public var startIndex: UInt16

  public init(startIndex: UInt16 = 0) {
    self.startIndex = startIndex
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    startIndex = try reader.readUInt16LE()
  }

  public func encode(into writer: inout ByteWriter) {
    writer.writeLE(startIndex)
  }
}

/// Recover_Bind_Table_rsp (R21 2.4.4.3.9).
public struct RecoverBindTableResponse: ZDOBody {
  public static let cluster = ClusterID.recoverBindTableResponse

  public var status: ZDOStatus
  public var startIndex: UInt16
  /// Bindings in all.
  public var total: UInt16
  public var bindings: [Binding]

  public init(status: ZDOStatus = .success, startIndex: UInt16, total: UInt16, bindings: [Binding] = []) {
    self.status = status
    self.startIndex = startIndex
    self.total = total
    self.bindings = bindings
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    guard status == .success || reader.remaining >= 6 else {
      (startIndex, total, bindings) = (0, 0, [])
      return
    }
    startIndex = try reader.readUInt16LE()
    total = try reader.readUInt16LE()
    bindings = try ZDOList.readLong(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    writer.writeLE(startIndex)
    writer.writeLE(total)
    ZDOList.writeLong(bindings, into: &writer)
  }
}

/// Backup_Source_Bind_req (R21 2.4.3.2.10).
public struct BackupSourceBindRequest: ZDOBody {
  public static let cluster = ClusterID.backupSourceBindRequest

  /// Devices in all.
  public var total: UInt16
  public var startIndex: UInt16
  public var devices: [IEEEAddress]

  public init(total: UInt16, startIndex: UInt16, devices: [IEEEAddress]) {
    self.total = total
    self.startIndex = startIndex
    self.devices = devices
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    total = try reader.readUInt16LE()
    startIndex = try reader.readUInt16LE()
    devices = try ZDOList.readLong(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    writer.writeLE(total)
    writer.writeLE(startIndex)
    ZDOList.writeLong(devices, into: &writer)
  }
}

/// Backup_Source_Bind_rsp (R21 2.4.4.3.10).
public struct BackupSourceBindResponse: ZDOStatusBody {
  public static let cluster = ClusterID.backupSourceBindResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}

/// Recover_Source_Bind_req (R21 2.4.3.2.11).
public struct RecoverSourceBindRequest: ZDOBody {
  public static let cluster = ClusterID.recoverSourceBindRequest

  public var startIndex: UInt16

  public init(startIndex: UInt16 = 0) {
    self.startIndex = startIndex
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    startIndex = try reader.readUInt16LE()
  }

  public func encode(into writer: inout ByteWriter) {
    writer.writeLE(startIndex)
  }
}

/// Recover_Source_Bind_rsp (R21 2.4.4.3.11).
public struct RecoverSourceBindResponse: ZDOBody {
  public static let cluster = ClusterID.recoverSourceBindResponse

  public var status: ZDOStatus
  public var startIndex: UInt16
  /// Devices in all.
  public var total: UInt16
  public var devices: [IEEEAddress]

  public init(
    status: ZDOStatus = .success, startIndex: UInt16, total: UInt16, devices: [IEEEAddress] = []
  ) {
    self.status = status
    self.startIndex = startIndex
    self.total = total
    self.devices = devices
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    guard status == .success || reader.remaining >= 6 else {
      (startIndex, total, devices) = (0, 0, [])
      return
    }
    startIndex = try reader.readUInt16LE()
    total = try reader.readUInt16LE()
    devices = try ZDOList.readLong(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    writer.writeLE(startIndex)
    writer.writeLE(total)
    ZDOList.writeLong(devices, into: &writer)
  }
}
