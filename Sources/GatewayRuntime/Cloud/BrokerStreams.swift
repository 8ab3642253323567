import MQTT
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
    let maker = MQTTStreamMaker(
      loop: loop, worker: worker, endpoint: mqtt.broker, settings: MQTTStreamSettings(mqtt))
    self.init(mqtt.broker.withoutQuery, make: maker.make)
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
