import Glibc

/// Files of one run, in memory where the system has a place for that.
enum ScratchDirectory {
  static func make(_ name: String) -> String {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    let path = "\(parent)/gatehouse-fuzz-\(name)-\(getpid())"
    clear(path)
    mkdir(path, 0o700)
    return path
  }

  /// Removes the files in it, and it.
  static func clear(_ path: String) {
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { unlink(path + "/" + name) }
    }
    closedir(directory)
    rmdir(path)
  }

  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return require(false, "\(path) cannot be written") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
