import Glibc

/// The names in a directory, sorted; nil when it cannot be read (errno says why). At most `limit`.
func directoryNames(_ path: String, limit: Int = 65_536) -> [String]? {
  guard let directory = opendir(path) else { return nil }
  defer { closedir(directory) }
  var names: [String] = []
  while names.count < limit, let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}

/// The path without symbolic links; nil when it leads nowhere.
func resolvedPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// Where a symbolic link points, as it is written; nil when it is none.
func linkTarget(_ path: String) -> String? {
  var bytes = [UInt8](repeating: 0, count: 4096)
  let count = bytes.withUnsafeMutableBytes { buffer in
    buffer.bindMemory(to: CChar.self).baseAddress.map { readlink(path, $0, buffer.count) } ?? -1
  }
  return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
}

/// A small text file's first line without what surrounds it; nil when it cannot be read.
func firstLine(of path: String) -> String? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 256)
  let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
  guard count >= 0 else { return nil }
  return String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self)
}
