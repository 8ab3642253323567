/// What the store has done since it was opened.
package struct StoreStatistics: Hashable, Sendable {
  package var commits = 0
  package var failedCommits = 0
  package var synchronisedChanges = 0
  /// Batched changes that were accepted, and how many of them reached the disk; the difference was
  /// replaced by later values or still waits.
  package var batchedChanges = 0
  package var batchedChangesWritten = 0

  package init() {}
}
