/// Every key of the configuration. Checks, defaults, reload and the example file follow from this table.
package enum SettingsSchema {
  package static let settings: [Setting] =
    root + gateway + network + mqtt + transport + environments + cloud + security + log

  /// Sections by their path.
  static let sections = [
    "gateway", "network", "mqtt", "mqtt.tls", "mqtt.proxy", "mqtt.websocket", "mqtt.stg", "mqtt.pre",
    "mqtt.prd", "cloud", "cloud.topics",
    "security", "log",
  ]
  /// Written `[[network]]`: may come several times.
  static let repeated = "network"
  static let networkLimit = 8

  static func setting(_ path: String) -> Setting? { byPath[path] }

  private static let byPath = Dictionary(settings.map { ($0.path, $0) }) { first, _ in first }

  private static let root: [Setting] = [
    Setting(
      "schema", .integer(1...1), isRequired: true,
      "The form of this file. Later forms are read by later versions only.")
  ]

  private static let gateway: [Setting] = [
    Setting(
      "gateway.id", .text(.identifier),
      "The name of this gateway in topics. Without it the IEEE address of the coordinator, in 16 hexadecimal digits."
    ),
    Setting(
      "gateway.state_dir", .text(.absolutePath), standard: .text("/var/lib/gatehouse"),
      "Where devices, values and messages are kept. Only its owner may read it."),
    Setting(
      "gateway.runtime_dir", .text(.absolutePath), standard: .text("/run/gatehouse"),
      "Where the socket of the command line is."),
    Setting(
      "gateway.timezone", .text(.timeZone), standard: .text("system"), change: .reload,
      "The local time that devices with a clock are given."),
  ]

  private static let network: [Setting] = [
    Setting(
      "network.name", .text(.identifier), standard: .text("zigbee"), "The name of the network in messages."),
    Setting(
      "network.adapter", .oneOf(["auto", "znp", "ezsp"]), standard: .text("auto"),
      "What the coordinator speaks: \"znp\" for Texas Instruments sticks, \"ezsp\" for Silicon Labs ones, \"auto\" to find out."
    ),
    Setting(
      "network.port", .text(.serialPort), isRequired: true,
      "Where the coordinator is. Names under /dev/serial/by-id stay the same when sticks are moved."),
    Setting(
      "network.baud",
      .oneOfIntegers([38_400, 57_600, 115_200, 230_400, 460_800, 500_000, 576_000, 921_600]),
      standard: .integer(115_200), "Bits per second of the serial line."),
    Setting(
      "network.flow_control", .oneOf(["none", "hardware", "software"]), standard: .text("none"),
      "How the two ends of the line stop each other."),
    Setting(
      "network.dtr", .flag, "The state of the DTR line while the port is open; not touched without it."),
    Setting(
      "network.rts", .flag, "The state of the RTS line while the port is open; not touched without it."),
    Setting(
      "network.bootloader_wake", .oneOf(["none", "byte", "lines"]), standard: .text("none"),
      "How to leave a boot loader that waits at the start: \"byte\" sends 0xEF, \"lines\" moves DTR and RTS first."
    ),
    Setting(
      "network.channel", .integer(11...26),
      "The radio channel. Without it the network keeps its own, and a new one gets one that the adapter recommends."
    ),
    Setting(
      "network.pan_id", .hexadecimal(1...0xFFFE),
      "The identifier of the network. Without it the network keeps its own, and a new one gets a random one."),
    Setting(
      "network.extended_pan_id", .text(.extendedPANIdentifier),
      "The long identifier of the network; as pan_id."),
    Setting(
      "network.tx_power", .integer(-22...20, unit: "dBm"),
      "The power of the transmitter; the adapter's own without it."),
    Setting(
      "network.allow_remote", .flag, standard: .flag(false),
      "Says that a tcp:// port on another machine is meant: that line is neither encrypted nor authenticated."
    ),
  ]

  private static let mqtt: [Setting] = [
    Setting(
      "mqtt.url", .text(.brokerAddress), standard: .text("mqtt://localhost:1883"),
      "The broker: mqtt:// in clear text, mqtts:// in TLS, ws:// and wss:// over WebSocket, unix: on this machine."
    ),
    Setting(
      "mqtt.fallback_urls", .list(.brokerAddress, limit: 4),
      "Brokers to go to, in this order, when the one of url cannot be reached; none without it."),
    Setting(
      "mqtt.return_after", .integer(5...86_400, unit: "seconds"), standard: .integer(300),
      "How often a gateway that was sent to a fallback looks whether the broker of url is back."),
    Setting(
      "mqtt.user", .text(.plain(limit: 256)), "The user at the broker; the gateway's id without it."),
    Setting(
      "mqtt.password_file", .text(.secretFile),
      "The file with the password, or the name of a credential of the service. No password without it."),
    Setting(
      "mqtt.credentials_file", .text(.secretFile),
      "A file with a JSON object that says host, port, user and token, or the name of a credential of the service; before password_file."
    ),
    Setting(
      "mqtt.credentials_url", .text(.webAddress),
      "Where such an object can be fetched; before credentials_file. The last answer is kept in the state directory."
    ),
    Setting(
      "mqtt.anonymous", .flag, standard: .flag(false),
      "Says that the gateway is to connect without user and password."),
    Setting(
      "mqtt.environment", .oneOf(Settings.MQTT.Environment.allCases.map(\.rawValue)),
      "Which of the sections stg, pre and prd holds; each has a session and a client identifier of its own."),
    Setting(
      "mqtt.client_id", .text(.clientIdentifier),
      "The client identifier; \"gw:\" and the gateway's id without it."),
    Setting(
      "mqtt.version", .oneOf(["5", "3.1.1", "3.1"]), standard: .text("3.1.1"),
      "The version of MQTT; with 5, a broker that does not know it is spoken to in 3.1.1."),
    Setting(
      "mqtt.keep_alive", .integer(5...65_535, unit: "seconds"), standard: .integer(60),
      "A broker that is silent for one and a half times this long is given up."),
    Setting(
      "mqtt.clean_session", .flag, standard: .flag(false),
      "Whether the broker forgets the gateway's session at each connection: calls that come meanwhile are lost then."
    ),
  ]

  /// The keys of a named environment take the place of those of the same name in [mqtt].
  static let environmentKeys = [
    "url", "fallback_urls", "user", "password_file", "credentials_file", "credentials_url",
  ]

  /// Whether it is a key of `[mqtt]` or of a named environment.
  static func isOfBroker(_ setting: Setting) -> Bool {
    setting.section == "mqtt"
      || Settings.MQTT.Environment.allCases.contains { setting.section == "mqtt.\($0.rawValue)" }
  }

  private static let environments: [Setting] = Settings.MQTT.Environment.allCases.flatMap { environment in
    mqtt.filter { environmentKeys.contains($0.name) && $0.section == "mqtt" }.map { setting in
      Setting(
        "mqtt.\(environment.rawValue).\(setting.name)", setting.kind,
        "As mqtt.\(setting.name), in this environment.")
    }
  }

  private static let cloud: [Setting] = [
    Setting(
      "cloud.enabled", .flag, standard: .flag(true), "Whether apps may call and events are sent to them."),
    Setting(
      "cloud.profile", .oneOf(["direct", "orangeiot"]), standard: .text("direct"),
      "The set of topics: \"direct\" for a plain broker, \"orangeiot\" behind a server."),
    Setting(
      "cloud.topics.subscribe", .list(.topicFilter, limit: 16),
      "The topics on which calls come; those of the profile without it."),
    Setting(
      "cloud.topics.event", .text(.topic(user: false)),
      "The topic of events; that of the profile without it."),
    Setting(
      "cloud.topics.reply", .text(.topic(user: true)), "The topic of replies; that of the profile without it."
    ),
    Setting(
      "cloud.telemetry_qos", .integer(0...2), standard: .integer(0), change: .reload,
      "The quality of service of ordinary reports. Lock events, alarms and replies always have 2."),
    Setting(
      "cloud.will_topic", .text(.topic(user: false)),
      "Where the broker says that the gateway is gone; no will without it."),
  ]

  private static let security: [Setting] = [
    Setting(
      "security.users", .list(.plain(limit: 64), limit: 256), standard: .list([]), change: .reload,
      "The ids of the users who may call. More can be added with: gatehouse users allow"),
    Setting(
      "security.clock", .oneOf(["synchronised", "trust-system"]), standard: .text("synchronised"),
      change: .reload,
      "When an unlock may be judged by its time: when the system says that its clock is synchronised, or always."
    ),
    Setting(
      "security.unlock_window", .integer(30...120, unit: "seconds"), standard: .integer(30), change: .reload,
      "A call that unlocks a door or lets devices join is refused when it is older than this."),
    Setting(
      "security.call_window", .integer(30...691_200, unit: "seconds"), standard: .integer(604_800),
      change: .reload, "Any other call is refused when it is older than this."),
  ]

  private static let log: [Setting] = [
    Setting(
      "log.level", .oneOf(["error", "warning", "notice", "info", "debug"]), standard: .text("info"),
      change: .reload, "The least important messages that are written."),
    Setting(
      "log.target", .oneOf(["auto", "journal", "stderr"]), standard: .text("auto"),
      "Where messages go: \"auto\" takes the journal where the service has one."),
  ]
}
