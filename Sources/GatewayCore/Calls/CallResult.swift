import ZCL
import Zigbee

/// How a call ended: exactly one for each.
package struct CallResult: Hashable, Sendable {
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case ok
    /// The caller may not, or not now.
    case forbidden
    case deviceNotFound
    /// The gateway has no such function, or the device no such ability.
    case unsupported
    case badArguments
    case timedOut
    /// The coordinator or the store does not work.
    case gatewayFault
    /// The device said no.
    case deviceFault
    /// Tried and failed, or nobody knows whether it worked.
    case executionFailed
    /// The call came too late to be obeyed.
    case tooLate
  }

  package var code: Code
  package var value: ReturnValue
  /// One word or a few for people; nil when the code says it all.
  package var reason: String?

  package init(_ code: Code, value: ReturnValue = .nothing, reason: String? = nil) {
    self.code = code
    self.value = value
    self.reason = reason
  }

  package static let ok = CallResult(.ok)
  package static func ok(_ value: ReturnValue) -> Self { Self(.ok, value: value) }

  /// For a call that was recorded and whose end a crash hid.
  package static let unknown = CallResult(.executionFailed, reason: "unknown")
}

/// What a call gives back.
package enum ReturnValue: Hashable, Sendable {
  case nothing
  case devices([DeviceSummary])
  case lockState(LockState)
  /// Half percents, 0 to 200.
  case power(UInt8)
  case basicInfo(BasicInfo)
  /// dBm, -100 to 0.
  case signal(Int)
  case attributes([AttributeReading])
  case response(CommandID, payload: [UInt8])
  case users([UserSummary])
}

/// Door Lock attribute 0x0000 (ZCL 7.3.2.11.1).
package enum LockState: UInt8, Hashable, Sendable {
  case notFullyLocked = 0
  case locked = 1
  case unlocked = 2
}

/// The Basic cluster and what the radio knows, as text.
package struct BasicInfo: Hashable, Sendable {
  package var ieee: IEEEAddress
  package var model = ""
  package var manufacturer = ""
  package var software = ""
  package var hardware = ""
  package var application = ""
  package var linkQuality: UInt8?

  package init(ieee: IEEEAddress) { self.ieee = ieee }
}

package struct UserSummary: Hashable, Sendable {
  package var userID: String
  /// In the configuration: only there can it be taken away.
  package var isConfigured: Bool

  package init(userID: String, isConfigured: Bool) {
    self.userID = userID
    self.isConfigured = isConfigured
  }
}
