package import SansIO

/// Limits and intervals of the store.
package struct StoreOptions: Hashable, Sendable {
  /// How long a batched change may wait in memory.
  package var batchInterval = TimeSpan.seconds(60)
  /// More batched changes than these are written early.
  package var batchedChanges = 4_000
  /// How long, and how many of them, the loop gathers before it hands batched changes to the store's thread.
  package var gatherInterval = TimeSpan.seconds(1)
  package var gatheredChanges = 512
  /// While the disk refuses them, no more batched changes than these are kept.
  package var waitingChanges = 50_000
  /// More requests than these at once are refused.
  package var waitingRequests = 16_384
  /// Requests in one transaction.
  package var requestsPerCommit = 1_024
  package var retryInterval = TimeSpan.seconds(2)
  /// Bytes of the database above which `StoreUsage.isOverBudget` says so.
  package var budget: Int64 = 64 * 1024 * 1024
  /// Pages that the database may have at most; nil for no limit but the disk.
  package var pageLimit: Int?
  package var auditEntries = 50_000
  package var networkBackups = 10
  /// SQLite's name of the file system to use; nil for the usual one.
  package var fileSystem: String?

  package init() {}
}
