import Glibc

/// A directory for the state of one run, in memory where the machine has a place for that.
package final class ScenarioDirectory {
  package let path: String

  package init() throws {
    let base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(base)/gatehouse-scenario-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw ScenarioFailure("no directory for the state: errno \(errno)")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    if let stream = opendir(path) {
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { unlink("\(path)/\(name)") }
      }
      closedir(stream)
    }
    rmdir(path)
  }
}
