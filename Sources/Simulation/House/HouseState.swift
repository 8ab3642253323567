import ByteCoding
import JSON
import SansIO
import ZCL
import Zigbee

/// The house in a file: what coordinator and devices keep when they lose power.
package enum HouseState {
  package static let sizeLimit = 8 << 20
  package static let jsonLimits = JSONLimits(size: sizeLimit)
  static let version: Int64 = 1

  package struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String
  }
}

extension VirtualHouse {
  /// `{"version":1, "coordinator":{…}, "devices":[…]}`
  package var json: JSONValue {
    .object(
      JSONObject([
        ("version", .integer(HouseState.version)), ("coordinator", coordinator.json),
        ("devices", .array(residents.map(json))),
      ]))
  }

  private func json(_ resident: Resident) -> JSONValue {
    let core = resident.device.core
    let isHome = resident.device.isJoined && (network == nil || resident.network == storedNetwork)
    let bindings = core.server.bindings.map { JSONValue.string(Hexadecimal.string($0.encodedBytes)) }
    return .object(
      JSONObject([
        ("name", .string(core.name)), ("kind", .string(core.kind.rawValue)),
        ("ieee", .string(core.ieee.description)), ("model", .string(core.model)),
        ("address", isHome ? .integer(Int64(core.address.rawValue)) : .null),
        ("searching", .bool(resident.isSearching)), ("silent", .bool(resident.isSilent)),
        ("bindings", .array(isHome ? bindings : [])),
        ("groups", .array(core.groups.map { .integer(Int64($0.rawValue)) })),
        ("reporting", core.reportingJSON), ("attributes", core.attributesJSON),
        ("application", .object(resident.device.application.json)),
      ]))
  }

  /// The network in NV, running or not.
  private var storedNetwork: NetworkIdentity? { coordinator.identity }

  /// Puts a saved house into this empty one.
  package mutating func restore(_ json: JSONValue) throws(HouseState.Unreadable) {
    guard json["version"]?.integerValue == HouseState.version else {
      throw HouseState.Unreadable(description: "the state file is not of version \(HouseState.version)")
    }
    coordinator.restore(json["coordinator"])
    for entry in json["devices"]?.arrayValue ?? [] {
      guard let name = entry["name"]?.stringValue,
        let kind = entry["kind"]?.stringValue.flatMap(DeviceKind.init(rawValue:)),
        let ieee = entry["ieee"]?.stringValue.flatMap({ IEEEAddress($0) }),
        add(kind, name: name, ieee: ieee, model: entry["model"]?.stringValue),
        let index = index(named: name)
      else { throw HouseState.Unreadable(description: "the state file has a device that cannot be read") }
      restore(entry, into: index)
    }
  }

  private mutating func restore(_ entry: JSONValue, into index: Int) {
    residents[index].isSearching = entry["searching"]?.boolValue ?? false
    residents[index].isSilent = entry["silent"]?.boolValue ?? false
    residents[index].device.core.restoreAttributes(entry["attributes"])
    residents[index].device.application.restore(entry["application"]?.objectValue ?? JSONObject())
    guard let address = entry["address"]?.integerValue.flatMap({ UInt16(exactly: $0) }) else { return }
    let device = residents[index].device
    residents[index].network = storedNetwork
    residents[index].device.core.server.address = NetworkAddress(rawValue: address)
    residents[index].device.core.restoreBindings(entry["bindings"])
    residents[index].device.core.restoreReporting(entry["reporting"])
    residents[index].device.core.groups = (entry["groups"]?.arrayValue ?? []).prefix(16).compactMap {
      $0.integerValue.flatMap { UInt16(exactly: $0) }.map(GroupID.init(rawValue:))
    }
    coordinator.associations.append(
      Association(
        ieee: device.ieee, address: NetworkAddress(rawValue: address), relation: device.isSleepy ? 1 : 4,
        quality: residents[index].linkQuality))
  }
}

extension DeviceCore {
  var model: String {
    guard case .string(let bytes)? = value(.basic, 0x0005) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate var attributesJSON: JSONValue {
    var object = JSONObject()
    for endpoint in attributes.endpointIDs {
      for cluster in attributes.clusterIDs(endpoint) {
        let slots = attributes.cluster(endpoint, cluster)?.attributes ?? [:]
        for (attribute, slot) in slots.sorted(by: { $0.key < $1.key }) {
          var writer = ByteWriter()
          slot.value.encode(as: slot.type, into: &writer)
          object["\(endpoint)/\(cluster)/\(attribute)"] = .string(Hexadecimal.string(writer.bytes))
        }
      }
    }
    return .object(object)
  }

  fileprivate static func path(_ text: String) -> AttributePath? {
    let parts = text.split(separator: "/")
    guard parts.count == 3, let endpoint = UInt8(parts[0]),
      let cluster = UInt16(parts[1].dropFirst(2), radix: 16),
      let attribute = UInt16(parts[2].dropFirst(2), radix: 16)
    else { return nil }
    return AttributePath(EndpointID(endpoint), ClusterID(rawValue: cluster), attribute)
  }

  fileprivate mutating func restoreAttributes(_ json: JSONValue?) {
    for member in json?.objectValue?.members ?? [] {
      guard let path = Self.path(member.key), var slot = attributes[path],
        let bytes = member.value.stringValue.flatMap(Hexadecimal.bytes),
        let value = try? bytes.withReader({ (reader) throws(DecodingFailure) in
          try ZCLValue(slot.type, from: &reader)
        })
      else { continue }
      slot.value = value
      attributes[path] = slot
    }
  }

  fileprivate mutating func restoreBindings(_ json: JSONValue?) {
    for entry in (json?.arrayValue ?? []).prefix(DeviceObjectServer.bindingLimit) {
      guard let bytes = entry.stringValue.flatMap(Hexadecimal.bytes),
        let binding = try? Binding(exactly: bytes)
      else { continue }
      server.bindings.append(binding)
    }
  }

  /// `{"1/0x0402/0x0000": [minimum, maximum, change or null]}`
  fileprivate var reportingJSON: JSONValue {
    var object = JSONObject()
    for (path, entry) in reporting.entries.sorted(by: { $0.key < $1.key }) {
      object["\(path.endpoint)/\(path.cluster)/\(path.attribute)"] = .array([
        .integer(Int64(entry.minimum)), .integer(Int64(entry.maximum)),
        entry.change?.number.map { .number($0) } ?? .null,
      ])
    }
    return .object(object)
  }

  fileprivate mutating func restoreReporting(_ json: JSONValue?) {
    for member in json?.objectValue?.members ?? [] {
      guard let path = Self.path(member.key), let slot = attributes[path],
        let minimum = member.value[0]?.integerValue.flatMap({ UInt16(exactly: $0) }),
        let maximum = member.value[1]?.integerValue.flatMap({ UInt16(exactly: $0) })
      else { continue }
      let change = member.value[2]?.numberValue.flatMap { AttributeTable.value(number: $0, slot.type) }
      _ = reporting.configure(
        path, minimum: minimum, maximum: maximum, change: change, value: slot.value, at: .zero)
    }
  }
}

extension NonVolatileMemory {
  mutating func restore(_ json: JSONValue?) {
    eraseAll()
    for member in json?["items"]?.objectValue?.members ?? [] {
      guard let id = UInt16(member.key, radix: 16),
        let value = member.value.stringValue.flatMap(Hexadecimal.bytes)
      else { continue }
      set(id, value)
    }
    for member in json?["extended"]?.objectValue?.members ?? [] {
      let parts = member.key.split(separator: ".").compactMap { UInt16($0, radix: 16) }
      guard parts.count == 3, let system = UInt8(exactly: parts[0]),
        let value = member.value.stringValue.flatMap(Hexadecimal.bytes)
      else { continue }
      set(ExtendedID(system: system, item: parts[1], sub: parts[2]), value)
    }
  }
}
