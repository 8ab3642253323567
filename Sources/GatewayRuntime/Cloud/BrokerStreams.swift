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
    let address = mqtt.broker.endpoint
    let endpoint = MQTTEndpoint(
      mqtt.broker.usesTLS
        ? .tls(host: address.host, port: address.port) : .tcp(host: address.host, port: address.port))
    let tls = TLSSettings(
      authorityFile: mqtt.tls.caFile, certificateFile: mqtt.tls.certificateFile,
      keyFile: mqtt.tls.keyFile, serverName: mqtt.tls.serverName)
    let maker = MQTTStreamMaker(loop: loop, worker: worker, endpoint: endpoint, tls: tls)
    self.init(endpoint.description, make: maker.make)
  }
}
