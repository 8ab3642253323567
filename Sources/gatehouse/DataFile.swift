import Glibc

/// Where the files of data are that are installed beside the program.
enum DataFile {
  private static let installed = "/usr/share/gatehouse"

  /// The content of `path` (for example `zcl/clusters.txt`): from $GATEHOUSE_DATA, from `share/gatehouse`
  /// beside the program's `bin`, from `config` of the checkout it was built in, or from /usr/share.
  static func text(_ path: String) -> String? {
    for directory in directories() {
      if let bytes = PrivateFile.read("\(directory)/\(path)", limit: 16 << 20) {
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    return nil
  }

  private static func directories() -> [String] {
    if let named = getenv("GATEHOUSE_DATA").map({ String(cString: $0) }) { return [named] }
    var result: [String] = []
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    if count > 0 {
      let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      var directory = path.split(separator: "/").dropLast()
      result.append("/" + directory.dropLast().joined(separator: "/") + "/share/gatehouse")
      // A build leaves the program some levels below its checkout.
      for _ in 0..<4 where !directory.isEmpty {
        directory = directory.dropLast()
        result.append("/" + directory.joined(separator: "/") + "/config")
      }
    }
    return result + [installed]
  }
}
