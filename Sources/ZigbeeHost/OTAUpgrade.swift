import ZCL

/// The numbers of the OTA Upgrade cluster (ZCL 11.13) that it takes to say "no image".
enum OTAUpgrade {
  static let queryNextImageRequest = CommandID(0x01)
  static let queryNextImageResponse = CommandID(0x02)
  static let imageBlockRequest = CommandID(0x03)
  static let imagePageRequest = CommandID(0x04)
  static let imageBlockResponse = CommandID(0x05)
  static let noImageAvailable: UInt8 = 0x98
}
