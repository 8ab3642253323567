/// What a virtual device is.
package enum DeviceKind: String, Hashable, Sendable, CaseIterable {
  case lamp
  case plug
  case sensor
  case contact
  case lock
}
