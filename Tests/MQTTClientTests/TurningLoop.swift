import Reactor
import SansIO

/// Runs a real loop on the calling thread until `isDone`, looked at every few milliseconds; tells whether it
/// was done in time.
@discardableResult
func turn(_ loop: EventLoop, seconds: Int64 = 20, until isDone: @escaping () -> Bool) throws -> Bool {
  let end = loop.now.monotonic + .seconds(seconds)
  func look() {
    if isDone() || loop.now.monotonic >= end { return loop.stop() }
    loop.schedule(at: loop.now.monotonic + .milliseconds(2)) { look() }
  }
  look()
  try loop.run()
  return isDone()
}
