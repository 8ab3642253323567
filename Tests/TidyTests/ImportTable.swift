/// Who may import whom, from the two places that say it: the layers in ARCHITECTURE.md and the dependencies in
/// Package.swift.
enum ImportTable {
  /// The layer of each module, by the table in ARCHITECTURE.md.
  static let layers: [String: Int] = {
    var layers: [String: Int] = [:]
    var current: Int?
    for line in (Checkout.file("ARCHITECTURE.md")?.text ?? "").split(separator: "\n") {
      guard let match = line.firstMatch(of: /^\| *(?:(\d) [a-z, ]*|(\d))? *\| `(\w+)` \|/) else { continue }
      if let number = (match.1 ?? match.2).flatMap({ Int($0) }) { current = number }
      layers[String(match.3)] = current
    }
    return layers
  }()

  /// What each module may import, by Package.swift.
  static let dependencies: [String: Set<String>] = {
    let manifest = Checkout.file("Package.swift")?.text ?? ""
    var table: [String: Set<String>] = [:]
    for match in manifest.matches(of: /\bmodule\(\s*"(\w+)"(?:,\s*\[([^\]]*)\])?\s*\)/) {
      table[String(match.1)] = names(match.2 ?? "")
    }
    if let match = manifest.firstMatch(of: /executableTarget\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\]/)
    {
      table[String(match.1)] = names(match.2)
    }
    return table
  }()

  private static func names(_ list: Substring) -> Set<String> {
    Set(list.matches(of: /"(\w+)"/).map { String($0.1) })
  }

  /// Shims and modules of the system: who reaches for them is part of the shell.
  static let effects: Set<String> = [
    "CSystemd", "CUdev", "COpenSSL", "CSQLite", "CLinux", "CTomlPlusPlus", "CBuildInformation", "Glibc",
    "Dispatch", "Synchronization", "Reactor", "Transport", "Storage",
  ]

  /// Modules of one layer that may know another one of it (ARCHITECTURE.md: the way of the data).
  static let besides: [String: Set<String>] = [
    "ZCL": ["Zigbee"], "RadioInterface": ["Zigbee"], "ZNP": ["RadioInterface", "Zigbee"],
    "EZSP": ["RadioInterface", "Zigbee"], "DeCONZ": ["RadioInterface", "Zigbee"],
    "ZBOSS": ["RadioInterface", "Zigbee"],
    "GatewayCore": ["ZigbeeHost", "DeviceModel"], "CloudRPC": ["GatewayCore", "ZigbeeHost", "DeviceModel"],
    "ZigbeeHost": ["DeviceModel"],
    "Transport": ["Reactor"], "Storage": ["Reactor"], "ServiceManager": ["Reactor"],
    "MQTTClient": ["Reactor", "Transport", "Storage"], "Simulation": ["Reactor", "Transport"],
    "MQTTCommands": ["MQTTClient", "Reactor", "Transport", "Storage"],
    "GatewayRuntime": [
      "Reactor", "Transport", "Storage", "Settings", "ServiceManager", "MQTTClient", "Simulation",
    ],
  ]

  /// By path; each file is asked for many times.
  private static let importsByPath: [String: Set<String>] = {
    var table: [String: Set<String>] = [:]
    let words: Set = ["struct", "enum", "class", "protocol", "func", "typealias", "var", "let"]
    for file in Checkout.swift {
      for line in file.code.split(separator: "\n") where line.contains("import ") {
        let parts = line.split(separator: " ")
        guard let place = parts.firstIndex(of: "import") else { continue }
        let name = parts[(place + 1)...].first { !words.contains(String($0)) } ?? ""
        table[file.path, default: []].insert(String(name.prefix { $0 != "." }))
      }
    }
    return table
  }()

  static func imports(_ file: Checkout.File) -> Set<String> { importsByPath[file.path] ?? [] }
}
