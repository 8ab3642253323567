// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A module of the product and the modules it may import (ARCHITECTURE.md, "Who may import whom").
func module(_ name: String, _ dependencies: [String] = []) -> Target {
  .target(
    name: name,
    dependencies: dependencies.map { .byName(name: $0) },
    swiftSettings: name == "ByteCoding"
      ? settings + [.enableExperimentalFeature("Lifetimes")] : settings
  )
}

/// A test target, which may import what its module imports.
func tests(_ name: String, _ dependencies: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: ([name, "TestSupport"] + dependencies).map { .byName(name: $0) },
    swiftSettings: settings
  )
}

/// The commit goes into `gatehouse --version`; a reproducible build depends on nothing else.
let commit = Context.gitInformation.map {
  String($0.currentCommit.prefix(12)) + ($0.hasUncommittedChanges ? "+" : "")
}

let systemLibraries: [Target] = [
  .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
  .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
  .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
  .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  .target(name: "CLinux"),
  .target(
    name: "CBuildInformation",
    cSettings: [.define("GATEHOUSE_COMMIT", to: "\"\(commit ?? "unknown")\"")]),
  .target(name: "CTomlPlusPlus", cxxSettings: [.define("TOML_EXCEPTIONS", to: "1")]),
]

let leaves: [Target] = [
  module("ByteCoding"),
  module("SansIO"),
  module("JSON"),
]

let protocols: [Target] = [
  module("Zigbee", ["ByteCoding", "SansIO"]),
  module("ZCL", ["Zigbee", "ByteCoding", "SansIO"]),
  module("RadioInterface", ["Zigbee", "SansIO"]),
  module("ZNP", ["RadioInterface", "Zigbee", "ByteCoding", "SansIO"]),
  module("EZSP", ["RadioInterface", "Zigbee", "ByteCoding", "SansIO"]),
  module("MQTT", ["ByteCoding", "SansIO"]),
]

let domain: [Target] = [
  module("ZigbeeHost", ["ZCL", "Zigbee", "RadioInterface", "SansIO", "ByteCoding"]),
  module("GatewayCore", ["ZigbeeHost", "ZCL", "Zigbee", "RadioInterface", "ByteCoding", "SansIO"]),
  module("CloudRPC", ["GatewayCore", "ZigbeeHost", "ZCL", "Zigbee", "MQTT", "JSON", "SansIO"]),
]

let shell: [Target] = [
  module("Reactor", ["CSystemd", "CLinux", "SansIO"]),
  module("Transport", ["ByteCoding", "Reactor", "SansIO", "CUdev", "COpenSSL", "CLinux"]),
  module("Storage", ["CSQLite", "COpenSSL", "CLinux", "Reactor", "SansIO"]),
  module("Settings", ["ByteCoding", "CTomlPlusPlus", "MQTT", "SansIO"]),
  module("ServiceManager", ["CSystemd", "CLinux", "Reactor", "SansIO"]),
  module(
    "MQTTClient", ["MQTT", "JSON", "Reactor", "Transport", "Storage", "SansIO", "COpenSSL"]),
  module(
    "GatewayRuntime",
    [
      "ZNP", "EZSP", "RadioInterface", "ZigbeeHost", "ZCL", "Zigbee", "GatewayCore", "CloudRPC", "MQTT",
      "JSON", "Reactor", "Transport", "Storage", "Settings", "ServiceManager", "MQTTClient",
      "SansIO", "ByteCoding", "COpenSSL",
    ]),
  module(
    "Simulation",
    [
      "ZNP", "EZSP", "RadioInterface", "ZigbeeHost", "ZCL", "Zigbee", "MQTT", "JSON", "Reactor",
      "Transport", "SansIO", "ByteCoding", "CLinux",
    ]),
  module(
    "FrameDecoding", ["ZNP", "EZSP", "RadioInterface", "ZCL", "Zigbee", "JSON", "SansIO", "ByteCoding"]),
  module("MQTTCommands", ["MQTT", "MQTTClient", "Reactor", "Transport", "Storage", "JSON", "SansIO"]),
]

/// The fuzz targets are part of the package only for `scripts/fuzz`, so that nobody else builds them. libFuzzer
/// brings its own `main`; hence a static library, which the script links with it.
let isFuzzing = Context.environment["GATEHOUSE_FUZZ"] != nil
let fuzzing: (products: [Product], targets: [Target]) = (
  isFuzzing ? [.library(name: "GatehouseFuzz", type: .static, targets: ["Fuzz"])] : [],
  isFuzzing
    ? [
      .target(
        name: "Fuzz",
        dependencies: (leaves + protocols + domain + shell).map { .byName(name: $0.name) },
        path: "Fuzz/Sources",
        swiftSettings: settings),
      .executableTarget(
        name: "gatehouse-fuzz-blind", dependencies: ["Fuzz"], path: "Fuzz/Blind", swiftSettings: settings),
    ] : []
)

let package = Package(
  name: "gatehouse",
  products: [
    .executable(name: "gatehouse", targets: ["gatehouse"]),
    .library(name: "MQTT", targets: ["MQTT"]),
    .library(name: "MQTTClient", targets: ["MQTTClient"]),
  ] + fuzzing.products,
  targets: systemLibraries + leaves + protocols + domain + shell + fuzzing.targets + [
    .executableTarget(
      name: "gatehouse",
      dependencies: [
        "GatewayRuntime", "Simulation", "FrameDecoding", "MQTTCommands", "ZNP", "ZCL", "Zigbee",
        "RadioInterface",
        "ZigbeeHost", "GatewayCore", "CloudRPC", "JSON", "Reactor", "Transport", "Storage",
        "Settings", "ServiceManager", "MQTT", "MQTTClient", "SansIO", "ByteCoding", "CLinux",
        "CBuildInformation",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "TestSupport", dependencies: ["ByteCoding", "SansIO"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(
      name: "Scenarios",
      dependencies: [
        "GatewayRuntime", "GatewayCore", "Simulation", "EZSP", "ZigbeeHost", "ZCL", "Zigbee",
        "RadioInterface",
        "MQTT",
        "JSON", "Reactor", "Transport", "Storage", "Settings", "ServiceManager", "SansIO",
      ],
      path: "Tests/Scenarios", swiftSettings: settings),
    .executableTarget(
      name: "gatehouse-scenarios", dependencies: ["Scenarios"], path: "Tests/ScenarioProgram",
      swiftSettings: settings),
    .testTarget(
      name: "ScenarioTests", dependencies: ["Scenarios", "Simulation", "SansIO"], swiftSettings: settings),
    .testTarget(name: "TidyTests", swiftSettings: settings),
    tests("ByteCoding"),
    tests("SansIO"),
    tests("JSON"),
    tests("Zigbee", ["ByteCoding", "SansIO"]),
    tests("ZCL", ["Zigbee", "ByteCoding", "SansIO"]),
    tests("RadioInterface", ["Zigbee"]),
    tests("ZNP", ["RadioInterface", "Zigbee", "ByteCoding", "SansIO"]),
    tests("EZSP", ["RadioInterface", "Zigbee", "ByteCoding", "SansIO"]),
    tests("MQTT", ["ByteCoding", "SansIO"]),
    tests("ZigbeeHost", ["ZCL", "Zigbee", "RadioInterface", "SansIO", "ByteCoding"]),
    tests("GatewayCore", ["ZigbeeHost", "ZCL", "Zigbee", "RadioInterface", "SansIO"]),
    tests(
      "CloudRPC",
      ["GatewayCore", "ZigbeeHost", "ZCL", "Zigbee", "RadioInterface", "MQTT", "JSON", "SansIO"]),
    tests("Reactor", ["SansIO"]),
    tests("Transport", ["ByteCoding", "Reactor", "SansIO"]),
    tests("Storage", ["Reactor", "SansIO", "CSQLite"]),
    tests("Settings", ["MQTT", "SansIO"]),
    tests("ServiceManager", ["Reactor", "SansIO"]),
    tests("MQTTClient", ["MQTT", "Reactor", "Transport", "Storage", "SansIO"]),
    tests(
      "GatewayRuntime",
      [
        "ZNP", "RadioInterface", "ZigbeeHost", "ZCL", "Zigbee", "GatewayCore", "CloudRPC", "MQTT",
        "JSON", "Reactor", "Transport", "Storage", "Settings", "ServiceManager", "MQTTClient",
        "Simulation", "SansIO", "ByteCoding",
      ]),
    tests(
      "Simulation",
      [
        "ZNP", "EZSP", "RadioInterface", "ZCL", "Zigbee", "JSON", "Reactor", "Transport", "SansIO",
        "ByteCoding",
      ]),
    tests("FrameDecoding", ["ZNP", "EZSP", "ZCL", "Zigbee", "JSON", "SansIO", "ByteCoding"]),
    tests("MQTTCommands", ["MQTT", "MQTTClient", "Reactor", "Transport", "Storage", "JSON", "SansIO"]),
  ],
  cxxLanguageStandard: .cxx17
)
