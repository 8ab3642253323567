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
    endpoints = [mqtt.broker] + mqtt.fallbacks
    // One for each broker, since it keeps that one's TLS tickets.
    let makers = endpoints.map {
      MQTTStreamMaker(loop: loop, worker: worker, endpoint: $0, settings: MQTTStreamSettings(mqtt))
    }
    connect = { endpoint in
      let maker =
        makers.first { $0.endpoint == endpoint }
        ?? MQTTStreamMaker(loop: loop, worker: worker, endpoint: endpoint, settings: MQTTStreamSettings(mqtt))
      return maker.make()
    }
    let directory = settings.gateway.stateDirectory
    credentials = { gateway in
      Self.credentials(mqtt, gateway: gateway, stateDirectory: directory, loop: loop, worker: worker)
    }
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

extension MQTTStreamSettings {
  init(_ mqtt: Settings.MQTT) {
    self.init(tls: TLSSettings(mqtt.tls))
    tcp.userTimeout = mqtt.tcpUserTimeout
    proxy = mqtt.proxy.map { proxy in
      ProxySettings(
        kind: proxy.address.kind == .http ? .http : .socks5, host: proxy.address.host,
        port: proxy.address.port,
        credentials: proxy.credentials.map { .init(user: $0.user, password: $0.password) })
    }
    headers = mqtt.webSocketHeaders.map { .init(name: $0.name, value: $0.value) }
  }
}

extension TLSSettings {
  init(_ tls: Settings.TLS) {
    self.init(
      authorityFile: tls.caFile, certificateFile: tls.certificateFile, keyFile: tls.keyFile,
      serverName: tls.serverName, applicationProtocols: tls.applicationProtocols)
    authorityDirectory = tls.caDirectory
    pkcs12File = tls.pkcs12File
    keyPassword = tls.keyPassword
    preSharedKey = tls.preSharedKey.map { PreSharedKey(identity: $0.identity, key: $0.key) }
    minimumVersion = tls.minimumVersion == .v1_2 ? .v1_2 : .v1_3
    maximumVersion = tls.maximumVersion == .v1_2 ? .v1_2 : .v1_3
    publicKeyPins = tls.publicKeyPins
    requiresStapledStatus = tls.requiresStapledStatus
    dangerouslyAcceptsAnyHostName = tls.dangerouslyAcceptsAnyHostName
  }
}
