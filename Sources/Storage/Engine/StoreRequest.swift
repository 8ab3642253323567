/// Tells a caller how it went; it finds its own way back to the loop.
typealias StoreCompletion = @Sendable (Result<Void, StoreFailure>) -> Void

/// One thing that the store's thread is asked to do.
enum StoreRequest: Sendable {
  case write([StoreChange], StoreDurability, StoreCompletion?)
  case read(@Sendable (Result<StoreReader, StoreFailure>) -> Void)
  /// Takes what was found in a file that could not be opened at the start.
  case load(@Sendable (Result<StoredState, StoreFailure>) -> Void)
  /// Writes what waits.
  case flush(StoreCompletion)
  case close(StoreCompletion)
}

/// Changes that stand or fall together.
struct StoreWrite {
  var changes: [StoreChange]
  var completion: StoreCompletion
}
