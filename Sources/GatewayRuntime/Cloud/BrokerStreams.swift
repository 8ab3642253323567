import MQTT
import MQTTClient
import Reactor
import Settings
import Transport

/// The brokers, the way to each of them, and who the gateway is there.
package struct BrokerStreams {
  /// The preferred one first.
  package let endpoints: [MQTTEndpoint]
  /// A stream, new for every connection.
  package let connect: (MQTTEndpoint) -> Result<any ByteStream, StreamClosure>
  /// By the gateway's id, which is the user where none is named.
  package let credentials: (String) -> any CredentialsProvider

  /// A broker that is no place in the network and asks for nothing; `name` is for people.
  package init(_ name: String, make: @escaping () -> Result<any ByteStream, StreamClosure>) {
    endpoints = [MQTTEndpoint(.unix(path: "/\(name)"))]
    connect = { _ in make() }
    credentials = { _ in FixedCredentials(.anonymous) }
  }

  /// The brokers that the settings name.
  init(_ settings: Settings, loop: EventLoop, worker: SerialWorker) {
    let mqtt = settings.mqtt
    endpoints = ([mqtt.broker] + mqtt.fallbacks).map(Self.endpoint)
    let tls = TLSSettings(
      authorityFile: mqtt.tls.caFile, certificateFile: mqtt.tls.certificateFile,
      keyFile: mqtt.tls.keyFile, serverName: mqtt.tls.serverName)
    connect = { MQTTStreamMaker(loop: loop, worker: worker, endpoint: $0, tls: tls).make() }
    let directory = settings.gateway.stateDirectory
    credentials = { gateway in
      Self.credentials(mqtt, gateway: gateway, stateDirectory: directory, loop: loop, worker: worker)
    }
  }

  private static func endpoint(_ address: BrokerAddress) -> MQTTEndpoint {
    let (host, port) = (address.endpoint.host, address.endpoint.port)
    return MQTTEndpoint(address.usesTLS ? .tls(host: host, port: port) : .tcp(host: host, port: port))
  }

  private static func credentials(
    _ mqtt: Settings.MQTT, gateway: String, stateDirectory: String, loop: EventLoop, worker: SerialWorker
  ) -> any CredentialsProvider {
    let user = mqtt.user ?? gateway
    switch mqtt.credentials {
    case .none: return FixedCredentials(BrokerCredentials(userName: mqtt.user))
    case .passwordFile(let path, let mayBeShared):
      return FileCredentials(
        path: path, form: .password(user: user), mayBeShared: mayBeShared, worker: worker)
    case .document(let path, let mayBeShared):
      return FileCredentials(
        path: path, form: .document(user: user), mayBeShared: mayBeShared, worker: worker)
    case .web(let address):
      let (host, port) = (address.endpoint.host, address.endpoint.port)
      let environment = mqtt.environment.map { "-\($0.rawValue)" } ?? ""
      // The authorities are those of the broker; its client certificate is nobody else's business.
      let tls = TLSSettings(authorityFile: mqtt.tls.caFile)
      return HTTPCredentials(
        address: .init(host: host, port: port, target: address.target, usesTLS: address.usesTLS), user: user,
        cache: "\(stateDirectory)/broker-credentials\(environment).json", loop: loop, worker: worker
      ) {
        guard address.usesTLS else {
          return TCPStream(loop: loop, worker: worker, host: host, port: port)
        }
        return TLSStream(loop: loop, worker: worker, host: host, port: port, settings: tls)
      }
    }
  }
}
