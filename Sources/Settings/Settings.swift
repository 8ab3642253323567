import MQTT
import SansIO

/// The configuration: checked, with what was not said filled in.
package struct Settings: Hashable, Sendable {
  package struct Gateway: Hashable, Sendable {
    /// nil: derived from the coordinator's IEEE address.
    package var id: String?
    package var stateDirectory: String
    package var runtimeDirectory: String
    /// `system` or a name of the time-zone database.
    package var timeZone: String
  }

  package struct Network: Hashable, Sendable {
    package enum Adapter: String, Hashable, Sendable { case auto, znp, ezsp }
    package enum FlowControl: String, Hashable, Sendable { case none, hardware, software }
    package enum BootloaderWake: String, Hashable, Sendable { case none, byte, lines }

    package var name: String
    package var adapter: Adapter
    package var port: SerialPortAddress
    package var baud: Int
    package var flowControl: FlowControl
    /// nil: the line is left as it is.
    package var dtr: Bool?
    package var rts: Bool?
    package var bootloaderWake: BootloaderWake
    package var channel: UInt8?
    package var panIdentifier: UInt16?
    package var extendedPANIdentifier: UInt64?
    /// dBm
    package var transmitPower: Int8?
    package var allowsRemote: Bool
  }

  package struct MQTT: Hashable, Sendable {
    package enum Version: String, Hashable, Sendable { case v3_1 = "3.1", v3_1_1 = "3.1.1", v5 = "5" }
    package enum Environment: String, Hashable, Sendable, CaseIterable { case stg, pre, prd }

    /// Where user and password come from.
    package enum CredentialsSource: Hashable, Sendable {
      case none
      /// The first line of the file is the password. Inside a directory of the service's credentials others may
      /// read it.
      case passwordFile(path: String, mayBeShared: Bool)
      case document(path: String, mayBeShared: Bool)
      case web(WebAddress)
    }

    package var environment: Environment?
    package var broker: MQTTEndpoint
    package var fallbacks: [MQTTEndpoint]
    package var returnAfter: TimeSpan
    package var credentials: CredentialsSource
    package var isAnonymous: Bool
    /// nil: the gateway's id.
    package var user: String?
    package var passwordFile: String?
    /// The content of the password file.
    package var password: Secret<[UInt8]>?
    /// nil: `gw:` and the gateway's id.
    package var clientIdentifier: String?
    package var version: Version
    /// Seconds.
    package var keepAlive: UInt16
    package var cleanSession: Bool
    package var tls: TLS
    package var proxy: Proxy?
    /// More header fields of a WebSocket's request.
    package var webSocketHeaders: [WebSocketHeader]
    /// How long sent bytes may go unacknowledged.
    package var tcpUserTimeout: TimeSpan
  }

  package struct Cloud: Hashable, Sendable {
    package enum Profile: String, Hashable, Sendable { case direct, orangeiot }

    package var isEnabled: Bool
    package var profile: Profile
    /// Templates with `{gateway}`; nil: those of the profile.
    package var subscribeTopics: [String]?
    package var eventTopic: String?
    /// May hold `{user}` too.
    package var replyTopic: String?
    package var telemetryQualityOfService: UInt8
    package var willTopic: String?
  }

  package struct Security: Hashable, Sendable {
    package enum Clock: String, Hashable, Sendable {
      case synchronised
      case trustSystem = "trust-system"
    }

    package var users: [String]
    package var clock: Clock
    package var unlockWindow: TimeSpan
    package var callWindow: TimeSpan
  }

  package struct Log: Hashable, Sendable {
    package enum Level: String, Hashable, Sendable { case error, warning, notice, info, debug }
    package enum Target: String, Hashable, Sendable { case auto, journal, stderr }

    package var level: Level
    package var target: Target
  }

  package var gateway: Gateway
  package var networks: [Network]
  package var mqtt: MQTT
  package var cloud: Cloud
  package var security: Security
  package var log: Log
  /// What is allowed but unwise.
  package var warnings: [SettingsProblem]
  /// What is in the files that keys name, by the path of the key.
  var secrets: [String: Secret<[UInt8]>]
  /// Every key that is set, by its path in the file (`network[0].port`).
  package var values: [String: SettingValue]
}
