/// The opening of a WebSocket (RFC 6455, 4): the request, and the check of the answer.
struct WebSocketHandshake {
  enum Progress: Hashable {
    case needsMore
    /// With what came behind the answer's head.
    case done(subprotocol: String, rest: [UInt8])
    case failed(StreamClosure.Reason, String)
  }

  let request: WebSocketRequest
  private let key: String
  private var parser = HTTPResponseParser()

  /// `nonce` is 16 random bytes.
  init(request: WebSocketRequest, nonce: [UInt8]) {
    self.request = request
    key = Base64.encode(nonce)
  }

  var bytes: [UInt8] { request.encoded(key: key) }

  mutating func received(_ bytes: [UInt8]) -> Progress {
    switch parser.received(bytes) {
    case .needsMore: .needsMore
    case .malformed(let problem):
      .failed(.webSocket, "the answer to the WebSocket request is malformed: \(problem); check the port")
    case .head(let head, let rest): check(head, rest)
    }
  }

  private func check(_ head: HTTPResponseHead, _ rest: [UInt8]) -> Progress {
    guard head.status == 101 else { return refusal(head) }
    guard head.list("upgrade").map({ $0.lowercased() }) == ["websocket"],
      head.list("connection").contains(where: { $0.lowercased() == "upgrade" })
    else { return .failed(.webSocket, "the server agrees to something else than a WebSocket") }
    guard head.only("sec-websocket-accept") == Self.accept(key) else {
      return .failed(
        .webSocket, "the server's Sec-WebSocket-Accept is not the answer to our key; is a cache in between?")
    }
    guard head.list("sec-websocket-extensions").isEmpty else {
      return .failed(.webSocket, "the server uses a WebSocket extension that nobody asked for")
    }
    let wanted = request.subprotocols.joined(separator: " or ")
    guard let chosen = head.only("sec-websocket-protocol") else {
      return .failed(
        .webSocket,
        "the server does not agree to the subprotocol \(wanted): it is no MQTT broker at this path")
    }
    guard request.subprotocols.contains(chosen) else {
      return .failed(.webSocket, "the server chose a subprotocol that was not offered; offered was \(wanted)")
    }
    return .done(subprotocol: chosen, rest: rest)
  }

  private func refusal(_ head: HTTPResponseHead) -> Progress {
    let said = "the server answers \(head.summary) to the WebSocket request"
    return switch head.status {
    case 401, 403: .failed(.permissionDenied, "\(said); check the user, the token or the headers")
    case 300...399:
      .failed(
        .webSocket,
        "\(said): it is elsewhere (\(String((head.only("location") ?? "it does not say where").prefix(200))))"
      )
    case 404: .failed(.webSocket, "\(said); check the path of the url (many brokers have /mqtt)")
    default: .failed(.webSocket, said)
    }
  }

  /// RFC 6455, 4.2.2: the key and a fixed text, hashed.
  static func accept(_ key: String) -> String {
    Base64.encode(Digest.sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
  }
}
