import CUdev
import Glibc

/// Finds the serial ports that may have an adapter on them: USB serial ports, and the ports of a board's
/// header. What a port is comes from udev and sysfs where they are, else only its name is known.
package enum PortListing {
  /// The most ports that are listed.
  static let limit = 64
  static let namePrefixes = ["ttyUSB", "ttyACM", "ttyAMA"]

  /// The ports, by path. Looks at every process for holders, so it is not for the loop of a busy daemon.
  package static func ports(deviceDirectory: String = "/dev") -> [AdapterPort] {
    var found: [String: AdapterPort] = [:]
    let links = stableLinks(deviceDirectory)
    for path in candidatePaths(deviceDirectory, links: links) {
      found[path] = AdapterPort(devicePath: path, stablePath: links[path])
    }
    for port in udevPorts(links: links) where port.devicePath.hasPrefix(deviceDirectory + "/") {
      found[port.devicePath] = port
    }
    return found.values.sorted { $0.devicePath < $1.devicePath }.prefix(limit).map { port in
      var port = port
      port.holders = PortHolder.of(port: port.devicePath)
      return port
    }
  }

  /// Device path to link under serial/by-id.
  private static func stableLinks(_ deviceDirectory: String) -> [String: String] {
    let directory = deviceDirectory + "/serial/by-id"
    var links: [String: String] = [:]
    for name in directoryNames(directory, limit: 256) ?? [] {
      let link = "\(directory)/\(name)"
      if let target = resolvedPath(link), links[target] == nil { links[target] = link }
    }
    return links
  }

  private static func candidatePaths(
    _ deviceDirectory: String, links: [String: String]
  ) -> Set<String> {
    let names = (directoryNames(deviceDirectory) ?? []).filter { name in
      namePrefixes.contains { name.hasPrefix($0) }
    }
    return Set(names.map { "\(deviceDirectory)/\($0)" } + links.keys)
  }

  // MARK: udev

  private static func udevPorts(links: [String: String]) -> [AdapterPort] {
    guard let udev = udev_new() else { return [] }
    defer { udev_unref(udev) }
    guard let enumeration = udev_enumerate_new(udev) else { return [] }
    defer { udev_enumerate_unref(enumeration) }
    guard udev_enumerate_add_match_subsystem(enumeration, "tty") >= 0,
      udev_enumerate_scan_devices(enumeration) >= 0
    else { return [] }
    var ports: [AdapterPort] = []
    var entry = udev_enumerate_get_list_entry(enumeration)
    while let current = entry, ports.count < limit {
      entry = udev_list_entry_get_next(current)
      guard let path = udev_list_entry_get_name(current),
        let device = udev_device_new_from_syspath(udev, path)
      else { continue }
      defer { udev_device_unref(device) }
      if let port = port(of: device, links: links) { ports.append(port) }
    }
    return ports
  }

  /// Nil for consoles, ptys and ports that nothing is soldered to.
  private static func port(of device: OpaquePointer, links: [String: String]) -> AdapterPort? {
    guard let path = udev_device_get_devnode(device).map({ String(cString: $0) }) else { return nil }
    // The parent is udev's own and needs no release.
    guard let usb = udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device") else {
      let name = path.split(separator: "/").last ?? ""
      guard namePrefixes.contains(where: { name.hasPrefix($0) }) else { return nil }
      return AdapterPort(devicePath: path, stablePath: links[path])
    }
    return AdapterPort(
      devicePath: path, stablePath: links[path],
      vendorID: attribute("idVendor", of: usb).flatMap { UInt16($0, radix: 16) },
      productID: attribute("idProduct", of: usb).flatMap { UInt16($0, radix: 16) },
      manufacturer: attribute("manufacturer", of: usb), product: attribute("product", of: usb),
      serialNumber: attribute("serial", of: usb))
  }

  private static func attribute(_ name: String, of device: OpaquePointer) -> String? {
    guard let value = udev_device_get_sysattr_value(device, name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : String(text.prefix(AdapterPort.textLimit))
  }
}
