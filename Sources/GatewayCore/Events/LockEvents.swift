import ZCL

/// A door operation (Door Lock command 0x20, ZCL 7.3.2.17.31), as the lock told it, without its PIN.
package struct LockOperation: Hashable, Sendable {
  /// 0 keypad, 1 radio, 2 manual, 3 RFID, 255 unknown.
  package var source: UInt8
  /// 1 lock, 2 unlock ...; vendors add to the list.
  package var code: UInt8
  package var userID: UInt16
  /// Seconds since 2000-01-01 in local time; 0xFFFFFFFF: the lock has no clock.
  package var localTime: UInt32
  package var data: [UInt8]

  package init(source: UInt8, code: UInt8, userID: UInt16, localTime: UInt32, data: [UInt8] = []) {
    self.source = source
    self.code = code
    self.userID = userID
    self.localTime = localTime
    self.data = data
  }
}

/// A change of the lock's users (Door Lock command 0x21, ZCL 7.3.2.17.32), without its PIN.
package struct LockProgramming: Hashable, Sendable {
  package var source: UInt8
  /// 1 master code changed, 2 PIN added, 3 deleted, 4 changed, 5 RFID added, 6 deleted.
  package var code: UInt8
  package var userID: UInt16
  package var userType: UInt8
  package var userStatus: UInt8
  package var localTime: UInt32
  package var data: [UInt8]

  package init(
    source: UInt8, code: UInt8, userID: UInt16, userType: UInt8, userStatus: UInt8, localTime: UInt32,
    data: [UInt8] = []
  ) {
    self.source = source
    self.code = code
    self.userID = userID
    self.userType = userType
    self.userStatus = userStatus
    self.localTime = localTime
    self.data = data
  }
}
