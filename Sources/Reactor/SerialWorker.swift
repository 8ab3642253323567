import CLinux
import Glibc
import Synchronization

/// One thread with a bounded queue, for work that may block.
package final class SerialWorker: Worker {
  /// More than this never waits unless the maker said so.
  package static let standardLimit = 1024

  private let mailbox: WorkerMailbox
  private let loop: any Loop

  /// Starts the thread; `name` (15 bytes at most) is what `ps -L` shows.
  package init(name: String, loop: any Loop, limit: Int = standardLimit) throws(SystemError) {
    self.loop = loop
    mailbox = WorkerMailbox(limit: limit)
    try Self.startThread(WorkerThread(name: name, mailbox: mailbox))
  }

  deinit { mailbox.finish() }

  @discardableResult
  package func submit<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, completion: @escaping (Result) -> Void
  ) -> Bool {
    precondition(loop.isCurrent, "work was submitted off the loop")
    let loop = loop
    let bound = LoopBound(completion, on: loop)
    return mailbox.append {
      let result = work()
      loop.post { bound.unwrapped(result) }
    }
  }

  package func finish() { mailbox.finish() }

  /// Takes no more work and waits until the last is done: for the end of a process, where the loop may
  /// stand still.
  package func finishAndWait() {
    mailbox.finish()
    mailbox.waitUntilEnded()
  }

  /// How many pieces of work wait, the one being done not counted.
  package var backlog: Int { mailbox.count }

  private static func startThread(_ thread: WorkerThread) throws(SystemError) {
    var handle = pthread_t()
    let context = Unmanaged.passRetained(thread)
    let result = pthread_create(
      &handle, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<WorkerThread>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      throw SystemError(number: result, call: "pthread_create")
    }
    pthread_detach(handle)
  }
}

private final class WorkerThread: Sendable {
  let name: String
  let mailbox: WorkerMailbox

  init(name: String, mailbox: WorkerMailbox) {
    self.name = name
    self.mailbox = mailbox
  }

  func run() {
    clinux_name_thread(String(decoding: name.utf8.prefix(15), as: UTF8.self))
    while let work = mailbox.waitForNext() { work() }
    mailbox.markEnded()
  }
}
