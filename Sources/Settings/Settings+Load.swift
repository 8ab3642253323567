import MQTT
import SansIO

extension Settings {
  /// Every problem of a configuration, in the order of the file.
  package struct Problems: Error, Hashable, Sendable {
    package var all: [SettingsProblem]
  }

  /// Reads and checks a file. `credentialsDirectory` is where the service manager has put the service's
  /// credentials (`$CREDENTIALS_DIRECTORY`).
  package static func load(
    file: String, credentialsDirectory: String? = nil
  ) -> Result<Settings, Problems> {
    do throws(Complaint) {
      let bytes = try FileContent.bytes(file, limit: TOMLDocument.sizeLimit)
      return parse(bytes, file: file, credentialsDirectory: credentialsDirectory)
    } catch {
      let problem = SettingsProblem(file: file, position: .start, key: "", problem: error.problem)
      return .failure(Problems(all: [problem]))
    }
  }

  /// Checks the content of a file; `file` is its name in messages.
  package static func parse(
    _ bytes: [UInt8], file: String, credentialsDirectory: String? = nil
  ) -> Result<Settings, Problems> {
    var checker = SettingsChecker(file: file)
    do throws(TOMLSyntaxError) {
      checker.check(try TOMLDocument.parse(bytes))
    } catch {
      let problem = SettingsProblem(
        file: file, position: error.position, key: "", problem: "not TOML: \(error.message)")
      return .failure(Problems(all: [problem]))
    }
    checker.checkAgreement()
    checker.readSecrets(credentialsDirectory: credentialsDirectory)
    guard checker.checked.problems.isEmpty, let settings = Settings(checker.checked)
    else {
      return .failure(Problems(all: checker.checked.problems.sorted()))
    }
    return .success(settings)
  }

  /// nil when something is missing, which the checks have then said.
  private init?(_ checked: CheckedSettings) {
    guard let gateway = Gateway(checked), let mqtt = MQTT(checked),
      let cloud = Cloud(checked), let security = Security(checked), let log = Log(checked)
    else { return nil }
    self.gateway = gateway
    self.mqtt = mqtt
    self.cloud = cloud
    self.security = security
    self.log = log
    networks = checked.networks.indices.compactMap { Network(checked, "network[\($0)]") }
    guard networks.count == checked.networks.count else { return nil }
    warnings = checked.warnings.sorted()
    values = checked.entries.mapValues(\.value)
    secrets = checked.secrets
  }
}

extension CheckedSettings {
  func choice<Value: RawRepresentable>(_ key: String) -> Value? where Value.RawValue == String {
    text(key).flatMap(Value.init(rawValue:))
  }

  func number<Value: FixedWidthInteger>(_ key: String) -> Value? {
    integer(key).flatMap(Value.init(exactly:))
  }
}

extension Settings.Gateway {
  fileprivate init?(_ checked: CheckedSettings) {
    guard let state = checked.text("gateway.state_dir"), let runtime = checked.text("gateway.runtime_dir"),
      let zone = checked.text("gateway.timezone")
    else { return nil }
    self.init(
      id: checked.text("gateway.id"), stateDirectory: state, runtimeDirectory: runtime, timeZone: zone)
  }
}

extension Settings.Network {
  fileprivate init?(_ checked: CheckedSettings, _ key: String) {
    guard let name = checked.text("\(key).name"), let adapter: Adapter = checked.choice("\(key).adapter"),
      let port = checked.text("\(key).port").flatMap(SerialPortAddress.init),
      let baud: Int = checked.number("\(key).baud"),
      let flowControl: FlowControl = checked.choice("\(key).flow_control"),
      let wake: BootloaderWake = checked.choice("\(key).bootloader_wake"),
      let allowsRemote = checked.flag("\(key).allow_remote")
    else { return nil }
    self.init(
      name: name, adapter: adapter, port: port, baud: baud, flowControl: flowControl,
      dtr: checked.flag("\(key).dtr"), rts: checked.flag("\(key).rts"), bootloaderWake: wake,
      channel: checked.number("\(key).channel"), panIdentifier: checked.number("\(key).pan_id"),
      extendedPANIdentifier: checked.text("\(key).extended_pan_id").flatMap { UInt64($0, radix: 16) },
      transmitPower: checked.number("\(key).tx_power"), allowsRemote: allowsRemote)
  }
}

extension Settings.MQTT {
  fileprivate init?(_ checked: CheckedSettings) {
    guard let broker = checked.text("mqtt.url").flatMap({ try? MQTTEndpoint(url: $0) }),
      let version: Version = checked.choice("mqtt.version"),
      let keepAlive: UInt16 = checked.number("mqtt.keep_alive"),
      let cleanSession = checked.flag("mqtt.clean_session"), let tls = Settings.TLS(checked),
      let tcpUserTimeout = checked.integer("mqtt.tcp_user_timeout")
    else { return nil }
    self.init(
      broker: broker, user: checked.text("mqtt.user"), passwordFile: checked.text("mqtt.password_file"),
      password: checked.secrets["mqtt.password_file"], clientIdentifier: checked.text("mqtt.client_id"),
      version: version, keepAlive: keepAlive, cleanSession: cleanSession, tls: tls,
      proxy: Settings.Proxy(checked), webSocketHeaders: Settings.WebSocketHeader.all(checked),
      tcpUserTimeout: .seconds(tcpUserTimeout))
  }
}

extension Settings.Cloud {
  fileprivate init?(_ checked: CheckedSettings) {
    guard let isEnabled = checked.flag("cloud.enabled"),
      let profile: Profile = checked.choice("cloud.profile"),
      let quality: UInt8 = checked.number("cloud.telemetry_qos")
    else { return nil }
    self.init(
      isEnabled: isEnabled, profile: profile, subscribeTopics: checked.list("cloud.topics.subscribe"),
      eventTopic: checked.text("cloud.topics.event"), replyTopic: checked.text("cloud.topics.reply"),
      telemetryQualityOfService: quality, willTopic: checked.text("cloud.will_topic"))
  }
}

extension Settings.Security {
  fileprivate init?(_ checked: CheckedSettings) {
    guard let users = checked.list("security.users"), let clock: Clock = checked.choice("security.clock"),
      let unlock = checked.integer("security.unlock_window"),
      let call = checked.integer("security.call_window")
    else { return nil }
    self.init(users: users, clock: clock, unlockWindow: .seconds(unlock), callWindow: .seconds(call))
  }
}

extension Settings.Log {
  fileprivate init?(_ checked: CheckedSettings) {
    guard let level: Level = checked.choice("log.level"), let target: Target = checked.choice("log.target")
    else { return nil }
    self.init(level: level, target: target)
  }
}
