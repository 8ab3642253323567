import Zigbee

/// Names for clusters, attributes and commands, from the text of a definition file (`config/zcl/clusters.txt`
/// describes the format in its head). The shell reads the file; this is a value.
public struct ClusterDirectory: Sendable {
  private struct Key: Hashable {
    var cluster: ClusterID
    var manufacturer: ManufacturerCode?
  }

  private var clusters: [Key: ClusterDefinition] = [:]
  /// For clusters that manufacturers define, by id alone: the first definition in the file.
  private var anyManufacturer: [ClusterID: ClusterDefinition] = [:]

  public init() {}

  init(_ definitions: [ClusterDefinition]) {
    for definition in definitions {
      clusters[Key(cluster: definition.id, manufacturer: definition.manufacturer)] = definition
      if anyManufacturer[definition.id] == nil { anyManufacturer[definition.id] = definition }
    }
  }

  public var count: Int { clusters.count }
  public var definitions: [ClusterDefinition] { clusters.values.sorted { $0.id < $1.id } }

  /// The cluster as a manufacturer's device means it. The order that works (coordinators 4.2): the exact code;
  /// any definition for the clusters that are the manufacturers' own; the standard.
  public func cluster(_ id: ClusterID, manufacturer: ManufacturerCode? = nil) -> ClusterDefinition? {
    if let manufacturer, let exact = clusters[Key(cluster: id, manufacturer: manufacturer)] { return exact }
    if let standard = clusters[Key(cluster: id, manufacturer: nil)] { return standard }
    return id.isManufacturerSpecific ? anyManufacturer[id] : nil
  }

  /// An attribute by the same order. `deviceManufacturer` is the code of the node descriptor, for frames that
  /// carry none; `manufacturer` the one of the frame.
  public func attribute(
    _ id: AttributeID, of cluster: ClusterID, manufacturer: ManufacturerCode? = nil,
    deviceManufacturer: ManufacturerCode? = nil
  ) -> ClusterDefinition.Attribute? {
    for definition in candidates(cluster, manufacturer ?? deviceManufacturer) {
      let matches = definition.attributes.filter { $0.id == id }
      if let exact = matches.first(where: { $0.manufacturer == manufacturer }) { return exact }
      if cluster.isManufacturerSpecific, let any = matches.first { return any }
    }
    return Self.everywhere.first { $0.id == id }
  }

  /// The attributes that every cluster has (ZCL 2.3.4.3).
  private static let everywhere = [
    ClusterDefinition.Attribute(
      id: AttributeID(0xFFFD), manufacturer: nil, name: "cluster_revision", type: .uint16, access: .read),
    ClusterDefinition.Attribute(
      id: AttributeID(0xFFFE), manufacturer: nil, name: "attribute_reporting_status", type: .enum8,
      access: .read),
  ]

  /// A command by the same order. A manufacturer's command in a standard cluster needs its code.
  public func command(
    _ id: CommandID, of cluster: ClusterID, direction: ZCLFrame.Direction,
    manufacturer: ManufacturerCode? = nil, deviceManufacturer: ManufacturerCode? = nil
  ) -> ClusterDefinition.Command? {
    for definition in candidates(cluster, manufacturer ?? deviceManufacturer) {
      let matches = definition.commands.filter { $0.id == id && $0.direction == direction }
      if let exact = matches.first(where: { $0.manufacturer == manufacturer }) { return exact }
      if cluster.isManufacturerSpecific, let any = matches.first { return any }
    }
    return nil
  }

  private func candidates(
    _ id: ClusterID, _ manufacturer: ManufacturerCode?
  ) -> [ClusterDefinition] {
    var found: [ClusterDefinition] = []
    if let manufacturer, let exact = clusters[Key(cluster: id, manufacturer: manufacturer)] {
      found.append(exact)
    }
    if let standard = clusters[Key(cluster: id, manufacturer: nil)] { found.append(standard) }
    if id.isManufacturerSpecific, let any = anyManufacturer[id], !found.contains(any) { found.append(any) }
    return found
  }
}
