import GatewayRuntime
import Glibc
import Settings

/// Where the daemon's control socket is.
enum ControlAddress {
  static let standardConfiguration = "/etc/gatehouse/gatehouse.toml"
  static let standardRuntimeDirectory = "/run/gatehouse"

  static func path(_ arguments: Arguments) throws(ControlClient.Failure) -> String {
    if let path = arguments["--socket"] { return path }
    if arguments["--config"] == nil, let path = getenv("GATEHOUSE_SOCKET").map({ String(cString: $0) }) {
      return path
    }
    let file = arguments["--config"] ?? standardConfiguration
    switch Settings.load(file: file) {
    case .success(let settings):
      return "\(settings.gateway.runtimeDirectory)/\(ControlServer.socketName)"
    case .failure(let problems):
      // Members of the group may talk to the daemon without being able to read its configuration.
      guard arguments["--config"] == nil else {
        let text = problems.all.map(\.description).joined(separator: "\n")
        throw ControlClient.Failure(message: "the configuration names the socket, but: \(text)")
      }
      return "\(standardRuntimeDirectory)/\(ControlServer.socketName)"
    }
  }
}
