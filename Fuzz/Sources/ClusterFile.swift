import Glibc
import JSON
import ZCL

@testable import Settings

/// `config/zcl/clusters.txt` of the checkout.
enum ClusterFile {
  static let directory: ClusterDirectory = {
    let root = Environment.value("GATEHOUSE_FUZZ_ROOT") ?? "."
    let path = root + "/config/zcl/clusters.txt"
    guard let bytes = try? FileContent.bytes(path, limit: 4 << 20),
      let directory = try? ClusterDirectory(parsing: String(decoding: bytes, as: UTF8.self))
    else {
      print("\(path) cannot be read; GATEHOUSE_FUZZ_ROOT names the checkout")
      exit(2)
    }
    return directory
  }()
}

enum JSONCheck {
  /// What we write we can read, and it says the same.
  static func roundTrips(_ value: JSONValue) {
    let bytes = value.encoded()
    guard let again = try? JSONValue(parsing: bytes, limits: JSONLimits(depth: 64, size: 64 << 20)) else {
      return require(false, "our own JSON cannot be read: \(value)")
    }
    require(again.encoded() == bytes, "JSON changes on its way out and in: \(value)")
  }
}
