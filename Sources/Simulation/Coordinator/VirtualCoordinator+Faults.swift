import SansIO
import ZNP

/// Where the coordinator misbehaves on order.
extension VirtualCoordinator {
  mutating func handleUnderFaults(_ frame: UNPIFrame, at now: MonotonicInstant) {
    guard !faults.isEmpty else { return handle(frame, at: now) }
    if faults.strike(.reset) != nil {
      // Half of them take effect first: the host cannot know which.
      if faults.draw(below: 2) == 0 { handle(frame, at: now) }
      beginReset(.watchdog, at: now)
    } else if frame.type == .synchronousRequest, faults.strike(.rpcError) != nil {
      let codes: [RPCErrorCode] = [.unknownSubsystem, .unknownCommand, .invalidParameter, .invalidLength]
      sendRPCError(codes[faults.draw(below: codes.count)], to: frame)
    } else {
      handle(frame, at: now)
    }
  }

  /// Answers a data request with a status of congestion where one is due.
  mutating func refuses(_ frame: UNPIFrame) -> Bool {
    let status: MTStatus? =
      if faults.strike(.bufferFull) != nil {
        .bufferFull
      } else if faults.strike(.noResource) != nil {
        .macNoResources
      } else {
        nil
      }
    guard let status else { return false }
    respond(to: frame, [status.rawValue])
    return true
  }
}
