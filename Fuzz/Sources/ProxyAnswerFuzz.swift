import SansIO
import Transport

/// What a proxy may say.
enum ProxyAnswerFuzz: FuzzTarget {
  static let name = "proxy-answer"

  /// The first byte chooses the kind, credentials and the size of the pieces.
  static func run(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let credentials = ProxySettings.Credentials(user: "u", password: Secret([112]))
    let settings = ProxySettings(
      kind: first & 1 == 0 ? .socks5 : .http, host: "p", port: 1080,
      credentials: first & 2 == 0 ? nil : credentials)
    let step = 1 + Int(first >> 2)
    var handshake = settings.handshake(with: "broker", 1883)
    guard case .send = handshake.begin() else { return require(false, "it has nothing to say") }
    var rest = bytes.dropFirst()
    var sent = 0
    while !rest.isEmpty {
      let piece = Array(rest.prefix(step))
      rest = rest.dropFirst(step)
      switch handshake.received(piece) {
      case .needsMore: continue
      case .send: sent += 1
      case .done(let more):
        return require(more.count <= piece.count + bytes.count, "more is left than came")
      case .failed(_, let text): return require(!text.isEmpty, "it does not say why")
      }
      require(sent <= 2, "it talks on")
    }
  }
}
