import Reactor
import SansIO

@testable import Transport

/// What the tests of TLS begin with: certificates, a loop, and a worker that reads files.
struct TLSBench {
  let yard: CertificateYard
  let loop: EventLoop
  let worker: SerialWorker

  init() throws {
    yard = try CertificateYard.shared()
    loop = try EventLoop()
    worker = try SerialWorker(name: "tls", loop: loop)
  }

  /// Trusts the authority of the tests.
  var trusting: TLSSettings { TLSSettings(authorityFile: yard.file("ca.pem")) }

  func stream(
    _ port: UInt16, host: String = "localhost", _ settings: TLSSettings, resumption: TLSResumption? = nil
  ) -> TLSStream {
    TLSStream(
      loop: loop, worker: worker, host: host, port: port, settings: settings, resumption: resumption)
  }
}
