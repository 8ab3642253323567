import MQTTClient
import Reactor
import Settings
import Transport

/// Makes the streams to the broker that the settings name; a new one for every connection.
struct BrokerStreams: CustomStringConvertible {
  let mqtt: Settings.MQTT
  let loop: EventLoop
  let worker: SerialWorker

  var description: String {
    let endpoint = mqtt.broker.endpoint
    return "\(mqtt.broker.usesTLS ? "mqtts" : "mqtt")://\(endpoint.host):\(endpoint.port)"
  }

  func make() -> Result<any ByteStream, StreamClosure> {
    let host = mqtt.broker.endpoint.host
    let port = UInt16(clamping: mqtt.broker.endpoint.port)
    guard mqtt.broker.usesTLS else {
      return .success(TCPStream(loop: loop, worker: worker, host: host, port: port))
    }
    let settings = TLSSettings(
      authorityFile: mqtt.tls.caFile, certificateFile: mqtt.tls.certificateFile,
      keyFile: mqtt.tls.keyFile, serverName: mqtt.tls.serverName)
    return .success(TLSStream(loop: loop, worker: worker, host: host, port: port, settings: settings))
  }
}
