import TestSupport
import Testing
import ZCL
import Zigbee

/// The project's definition file itself.
@Suite struct ClusterDataTests {
  private func definitions() throws -> [ClusterDefinition] {
    try ClusterDirectory(parsing: Fixtures.projectText("config/zcl/clusters.txt")).definitions
  }

  private static func isSnakeCase(_ name: String) -> Bool {
    let words = name.split(separator: "_", omittingEmptySubsequences: false)
    return name.first?.isLetter == true
      && words.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) } }
  }

  @Test func itCoversTheClusterLibrary() throws {
    let definitions = try definitions()
    #expect(definitions.count >= 130)
    #expect(definitions.reduce(0) { $0 + $1.attributes.count } >= 1_380)
    let commands = definitions.flatMap(\.commands)
    #expect(commands.count >= 420)
    #expect(commands.filter { $0.direction == .clientToServer }.count >= 250)
    #expect(commands.filter { $0.direction == .serverToClient }.count >= 170)
  }

  @Test func everyIDIsThereOnce() throws {
    let definitions = try definitions()
    #expect(Set(definitions.map { "\($0.id) \($0.manufacturer?.rawValue ?? 0)" }).count == definitions.count)
    for cluster in definitions {
      let attributes = cluster.attributes.map { "\($0.id) \($0.manufacturer?.rawValue ?? 0)" }
      #expect(Set(attributes).count == attributes.count, "\(cluster.name)")
      let commands = cluster.commands.map { "\($0.id) \($0.direction) \($0.manufacturer?.rawValue ?? 0)" }
      #expect(Set(commands).count == commands.count, "\(cluster.name)")
    }
  }

  @Test func everyNameIsInSnakeCaseAndMeansOneThing() throws {
    let definitions = try definitions()
    #expect(Set(definitions.map(\.name)).count == definitions.count)
    for cluster in definitions {
      #expect(Self.isSnakeCase(cluster.name), "\(cluster.name)")
      let names = cluster.attributes.map(\.name)
      #expect(Set(names).count == names.count, "\(cluster.name)")
      let commands = cluster.commands.map { "\($0.name) \($0.direction)" }
      #expect(Set(commands).count == commands.count, "\(cluster.name)")
      for command in cluster.commands {
        let fields = command.fields.map(\.name)
        #expect(Set(fields).count == fields.count, "\(cluster.name) \(command.name)")
        for name in names + fields + [command.name] { #expect(Self.isSnakeCase(name), "\(name)") }
      }
    }
  }

  @Test func everyTypeIsOneThatAnAttributeCanHave() throws {
    for cluster in try definitions() {
      for attribute in cluster.attributes {
        #expect(attribute.type != .noData, "\(cluster.name) \(attribute.name)")
        #expect(attribute.type != .unknown, "\(cluster.name) \(attribute.name)")
        #expect(!attribute.access.isEmpty, "\(cluster.name) \(attribute.name)")
        // 0xFFFD and 0xFFFE belong to every cluster; Tuya's uses the latter for itself.
        if cluster.id != .tuya { #expect(attribute.id.rawValue < 0xFFFD, "\(cluster.name)") }
      }
    }
  }

  @Test func numbersAreInTheRangesOfTheStandard() throws {
    for cluster in try definitions() {
      // ZCL 2.3.2.1, table 2-2: standard clusters end at 0x7FFF, manufacturers' begin at 0xFC00. Tuya does not
      // keep to it.
      if cluster.id != .tuya {
        #expect(cluster.id.rawValue <= 0x7FFF || cluster.id.isManufacturerSpecific, "\(cluster.name)")
      }
      for attribute in cluster.attributes where attribute.manufacturer == nil && cluster.id != .tuya {
        // 2.3.4.3: standard attributes are 0x0000 to 0x4FFF.
        #expect(attribute.id.rawValue <= 0x4FFF, "\(cluster.name) \(attribute.name)")
      }
      for code in cluster.attributes.compactMap(\.manufacturer) + cluster.commands.compactMap(\.manufacturer)
      {
        #expect((0x1000...0x1FFF).contains(code.rawValue), "\(cluster.name)")
      }
    }
  }

  @Test func onlyTheLastFieldsOfACommandTakeAllThatIsLeftOrMayBeLeftOut() throws {
    for cluster in try definitions() {
      for command in cluster.commands {
        for (field, next) in zip(command.fields, command.fields.dropFirst()) {
          let place = "\(cluster.name) \(command.name) \(field.name)"
          #expect(field.kind != .remainder, "\(place)")
          if case .list = field.kind { Issue.record("\(place) is no last field") }
          if field.presence == .optional { #expect(next.presence != .always, "\(place)") }
        }
      }
    }
  }

  @Test func theFileIsInItsCanonicalForm() throws {
    let lines = try Fixtures.projectText("config/zcl/clusters.txt").split(separator: "\n").map(String.init)
    let body = lines.filter { !$0.hasPrefix("#") }
    let rendered = try definitions().flatMap(ClusterText.lines)
    #expect(body.count == rendered.count)
    for (found, expected) in zip(body, rendered) where found != expected {
      Issue.record("\"\(found)\" should be \"\(expected)\"")
    }
  }
}
