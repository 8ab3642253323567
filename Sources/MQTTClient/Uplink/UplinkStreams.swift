import MQTT
import Reactor
import SansIO
import Transport

/// The streams of an uplink that runs on a loop of its own.
enum UplinkStreams {
  static func connect(
    _ endpoint: MQTTEndpoint, tls: UplinkTLS, loop: EventLoop, worker: any Worker
  ) -> Result<any ByteStream, StreamClosure> {
    let settings = TLSSettings(
      authorityFile: tls.authorityFile, certificateFile: tls.certificateFile, keyFile: tls.keyFile,
      serverName: tls.serverName)
    return MQTTStreamMaker(loop: loop, worker: worker, endpoint: endpoint, tls: settings).make()
  }
}

/// Seeds that differ from process to process.
enum SystemSeed {
  static func next() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}
