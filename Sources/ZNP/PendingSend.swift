import RadioInterface
import SansIO

/// A send between its command and its end.
struct PendingSend: Sendable {
  enum Stage: Hashable, Sendable {
    /// Waits for its turn; the adapter knows nothing of it.
    case queued
    /// The request is on its way; a confirmation may come before the response.
    case requested(confirmation: UInt8?)
    /// The adapter took it and will confirm.
    case accepted
  }

  var requestID: RadioRequestID
  var request: MTRequest
  var stage = Stage.queued
  /// nil: the adapter confirms no such message, its response ends it.
  var confirmationLimit: TimeSpan?
  /// Not to leave after this.
  var sendBy: MonotonicInstant?
}
