// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TinyClient",
  dependencies: [.package(name: "gatehouse", path: "../..")],
  targets: [
    .executableTarget(
      name: "TinyClient",
      dependencies: [
        .product(name: "MQTT", package: "gatehouse"), .product(name: "MQTTClient", package: "gatehouse"),
      ])
  ]
)
