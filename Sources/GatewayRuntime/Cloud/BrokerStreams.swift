import MQTTClient
import Reactor
import Settings
import Transport

/// Makes the streams to the broker; a new one for every connection.
package struct BrokerStreams: CustomStringConvertible {
  /// The broker as people write it.
  package let description: String
  package let make: () -> Result<any ByteStream, StreamClosure>

  package init(_ description: String, make: @escaping () -> Result<any ByteStream, StreamClosure>) {
    self.description = description
    self.make = make
  }

  /// The broker that the settings name.
  init(mqtt: Settings.MQTT, loop: EventLoop, worker: SerialWorker) {
    let endpoint = mqtt.broker.endpoint
    self.init("\(mqtt.broker.usesTLS ? "mqtts" : "mqtt")://\(endpoint.host):\(endpoint.port)") {
      .success(Self.stream(mqtt, loop: loop, worker: worker))
    }
  }

  private static func stream(
    _ mqtt: Settings.MQTT, loop: EventLoop, worker: SerialWorker
  ) -> any ByteStream {
    let host = mqtt.broker.endpoint.host
    let port = UInt16(clamping: mqtt.broker.endpoint.port)
    guard mqtt.broker.usesTLS else {
      return TCPStream(loop: loop, worker: worker, host: host, port: port)
    }
    let settings = TLSSettings(
      authorityFile: mqtt.tls.caFile, certificateFile: mqtt.tls.certificateFile,
      keyFile: mqtt.tls.keyFile, serverName: mqtt.tls.serverName)
    return TLSStream(loop: loop, worker: worker, host: host, port: port, settings: settings)
  }
}
