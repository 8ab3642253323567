import Testing

/// The layers hold: nothing looks upwards, and the pure layers look at nothing with an effect.
@Suite struct ImportTests {
  private var byModule: [String: [Checkout.File]] { Dictionary(grouping: Checkout.sources, by: \.module) }

  @Test func `every module stands in the table of layers and in the manifest`() {
    let modules = Set(byModule.keys)
    #expect(modules.count > 15)
    #expect(modules.subtracting(ImportTable.layers.keys) == [], "missing in ARCHITECTURE.md")
    #expect(Set(ImportTable.layers.keys).subtracting(modules) == [], "in ARCHITECTURE.md and nowhere else")
    #expect(modules.subtracting(ImportTable.dependencies.keys) == [], "missing in Package.swift")
  }

  @Test func `a module imports what the manifest allows`() {
    let own = Set(byModule.keys)
    let shims = ImportTable.effects.filter { $0.hasPrefix("C") }
    for (module, files) in byModule {
      let imported = files.reduce(into: Set<String>()) { $0.formUnion(ImportTable.imports($1)) }
      let declared = ImportTable.dependencies[module] ?? []
      let undeclared = imported.intersection(own.union(shims)).subtracting(declared)
      #expect(undeclared == [], "\(module) imports what it does not declare")
    }
  }

  @Test func `no module looks at a higher layer, or aside without need`() {
    for file in Checkout.sources {
      guard let layer = ImportTable.layers[file.module] else { continue }
      for imported in ImportTable.imports(file) {
        guard let other = ImportTable.layers[imported] else { continue }
        let isBeside = ImportTable.besides[file.module]?.contains(imported) ?? false
        #expect(other < layer || isBeside, "\(file.path) imports \(imported)")
      }
    }
  }

  @Test func `layers 0 to 2 import nothing with an effect`() {
    for file in Checkout.sources where (ImportTable.layers[file.module] ?? 9) <= 2 {
      #expect(ImportTable.imports(file).intersection(ImportTable.effects) == [], "\(file.path)")
    }
  }

  @Test func `MQTT knows nothing of Zigbee, and what knows the broker nothing of the stick`() {
    let zigbee: Set = ["Zigbee", "ZCL", "ZNP", "RadioInterface", "ZigbeeHost", "GatewayCore", "CloudRPC"]
    for file in Checkout.sources where ["MQTT", "MQTTClient"].contains(file.module) {
      #expect(ImportTable.imports(file).intersection(zigbee) == [], "\(file.path)")
    }
    let sticks: Set = ["ZNP", "EZSP", "DeCONZ", "ZBOSS", "ZiGate", "XBee"]
    for file in Checkout.sources {
      let known = ImportTable.imports(file).intersection(sticks)
      if sticks.contains(file.module) {
        #expect(known == [], "\(file.path) knows another family")
      } else if !["GatewayRuntime", "Simulation", "FrameDecoding", "gatehouse"].contains(file.module) {
        #expect(known == [], "\(file.path) knows which stick is plugged in")
      }
    }
  }

  @Test func `no source imports Foundation or Dispatch`() {
    for file in Checkout.sources {
      let banned: Set = ["Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch"]
      #expect(ImportTable.imports(file).intersection(banned) == [], "\(file.path)")
    }
  }

  @Test func `only what others may build on is public, and all of it is Swift 6`() {
    let open: Set = [
      "ByteCoding", "SansIO", "JSON", "Zigbee", "ZCL", "RadioInterface", "MQTT", "MQTTClient",
    ]
    let counts = SourceLawTests.count(
      #"\bpublic (?!import)\w"#, in: Checkout.sources.filter { !open.contains($0.module) })
    #expect(Exceptions.complaints("public", counts) == [])
  }
}
