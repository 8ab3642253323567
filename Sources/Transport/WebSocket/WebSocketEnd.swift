/// Why a WebSocket is over.
package enum WebSocketEnd: Hashable {
  /// The server said goodbye; without a code where it gave none.
  case byServer(WebSocketCloseCode?, reason: String)
  /// The server broke a rule and was told so with this code.
  case violation(WebSocketCloseCode, String)
  /// It did not come to be.
  case failed(StreamClosure.Reason, String)
}
