import Glibc

/// One way in for hostile bytes.
///
/// A target reports a finding by trapping: a broken invariant, like a trap of the product itself, ends the
/// process, and libFuzzer writes the input that led there. Every run starts from the same state, so an input
/// alone reproduces its finding.
protocol FuzzTarget: Sendable {
  /// The name on the command line, and of the folder of its corpus.
  static var name: String { get }
  static func run(_ bytes: [UInt8])
}

enum FuzzTargets {
  static let all: [any FuzzTarget.Type] = [
    UNPIFuzz.self, ASHFuzz.self, EZSPFuzz.self, ZNPSessionFuzz.self, ZCLFuzz.self, ZDOFuzz.self,
    GatewayFuzz.self,
    MQTTPacketFuzz.self, MQTTSessionFuzz.self, CloudCallFuzz.self, JSONFuzz.self, SettingsFuzz.self,
    StateFuzz.self, StoreFileFuzz.self, ControlLineFuzz.self, SimulatorScriptFuzz.self,
    WebSocketFuzz.self, ProxyAnswerFuzz.self, BrokerURLFuzz.self,
  ]

  static let selected: any FuzzTarget.Type = {
    let wanted = Environment.value("GATEHOUSE_FUZZ_TARGET") ?? ""
    guard let target = all.first(where: { $0.name == wanted }) else {
      print("GATEHOUSE_FUZZ_TARGET is one of: " + all.map { $0.name }.joined(separator: " "))
      exit(2)
    }
    return target
  }()
}

enum Environment {
  static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// Ends the run with a finding.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  guard !condition else { return }
  print("INVARIANT BROKEN: " + message())
  fflush(nil)
  abort()
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  FuzzTargets.selected.run(Array(UnsafeBufferPointer(start: data, count: data == nil ? 0 : size)))
  return 0
}
