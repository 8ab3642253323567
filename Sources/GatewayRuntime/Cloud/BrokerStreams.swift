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
    let tcp = TCPStream(loop: loop, worker: worker, host: host, port: port)
    guard mqtt.broker.usesTLS else { return .success(tcp) }
    return .failure(StreamClosure(.tls, "no TLS yet"))
  }
}
