import RadioInterface
import Zigbee
import ZigbeeHost

/// What the core wants done.
package enum CoreOutput: Sendable {
  /// With a ticket: all or none, synced, then `persisted(_:)` or `persistFailed(_:reason:at:)`. Without one:
  /// whenever it suits the flash.
  case persist([CoreChange], PersistTicket?)
  /// A critical event comes only after it is durable; each durable front door answers with `eventStored`
  /// when it has made the event its own.
  case event(CoreEvent)
  /// Nothing stands any more against acknowledging the message that brought this call.
  case accepted(CallID)
  indirect case reply(CallReply)
  indirect case host(HostAction)
  case diagnostic(CoreDiagnostic)
}

/// The end of one call.
package struct CallReply: Hashable, Sendable {
  package var id: CallID
  package var origin: CallOrigin
  /// As the front door gave it with the call.
  package var context: [UInt8]
  package var result: CallResult
  /// The call stood before the last restart, or came a second time: this process may know no caller of `id`.
  package var isRepeated: Bool

  package init(
    id: CallID, origin: CallOrigin, context: [UInt8], result: CallResult, isRepeated: Bool = false
  ) {
    self.id = id
    self.origin = origin
    self.context = context
    self.result = result
    self.isRepeated = isRepeated
  }
}

/// What the host is to do.
package enum HostAction: Hashable, Sendable {
  case request(HostRequestID, ZCLRequest)
  case permitJoin(HostRequestID, seconds: UInt8)
  /// Ask the device to leave, or with force forget it without its help; ends with `HostEvent.deviceLeft`.
  case remove(HostRequestID, IEEEAddress, force: Bool)
  case acknowledge(AcknowledgementToken)
}

/// For the log. Never holds a body or a PIN.
package enum CoreDiagnostic: Hashable, Sendable {
  case error(String)
  case warning(String)
  case notice(String)
  case debug(String)
}
