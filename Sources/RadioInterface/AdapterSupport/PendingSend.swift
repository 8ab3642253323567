import SansIO

/// A send between its command and its end.
public struct PendingSend<Request: Sendable, Status: Hashable & Sendable>: Sendable {
  public enum Stage: Hashable, Sendable {
    /// Waits for its turn; the adapter knows nothing of it.
    case queued
    /// The request is on its way; a confirmation may come before the response.
    case requested(confirmation: Status?)
    /// The adapter took it and will confirm.
    case accepted
  }

  public var requestID: RadioRequestID
  public var request: Request
  public var stage = Stage.queued
  /// nil: the adapter confirms no such message, its response ends it.
  public var confirmationLimit: TimeSpan?
  /// Not to leave after this.
  public var sendBy: MonotonicInstant?

  public init(
    requestID: RadioRequestID, request: Request, confirmationLimit: TimeSpan?, sendBy: MonotonicInstant?
  ) {
    self.requestID = requestID
    self.request = request
    self.confirmationLimit = confirmationLimit
    self.sendBy = sendBy
  }
}
