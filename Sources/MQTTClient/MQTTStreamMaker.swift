import Reactor
import SansIO
import Transport

/// Makes the streams to one broker, a new one for every connection: each looks the name up and reads its
/// certificates again.
package struct MQTTStreamMaker {
  private let loop: EventLoop
  private let worker: any Worker
  private let endpoint: MQTTEndpoint
  private let tls: TLSSettings

  /// - Parameters:
  ///   - worker: looks names up and reads certificates.
  ///   - tls: for `mqtts://` only.
  package init(
    loop: EventLoop, worker: any Worker, endpoint: MQTTEndpoint, tls: TLSSettings = TLSSettings()
  ) {
    self.loop = loop
    self.worker = worker
    self.endpoint = endpoint
    self.tls = tls
  }

  package func make() -> Result<any ByteStream, StreamClosure> {
    switch endpoint.location {
    case .tcp(let host, let port):
      .success(TCPStream(loop: loop, worker: worker, host: host, port: port))
    case .tls(let host, let port):
      .success(TLSStream(loop: loop, worker: worker, host: host, port: port, settings: tls))
    case .unix(let path):
      .success(UnixStream(loop: loop, path: path))
    }
  }
}
