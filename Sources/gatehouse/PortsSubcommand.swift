import JSON
import Transport

extension Subcommand {
  static let ports = Subcommand(
    name: "ports", summary: "Lists serial ports that may have a coordinator",
    usage: """
      usage: gatehouse ports [--json]

      Names vendor, product and serial number of each port, the path to write into the configuration, and who
      holds the port. As root it can name the holders that belong to other users.
      """,
    form: .init(flags: ["--json"])
  ) { (arguments) throws(UsageError) in
    let ports = PortListing.ports()
    if arguments.has("--json") {
      Output.line(JSONValue.array(ports.map(json)).description)
      return .success
    }
    guard !ports.isEmpty else {
      Output.line("no serial ports: is the stick plugged in, and passed into this machine or container?")
      return .success
    }
    var rows = [["PORT", "USB ID", "PRODUCT", "SERIAL", "HELD BY"]]
    for port in ports {
      let names = [port.manufacturer, port.product].compactMap { $0 }.joined(separator: " ")
      let holders = port.holders.map { "\($0.name) (\($0.processID))" }.joined(separator: ", ")
      rows.append([
        port.recommendedPath, usbID(port) ?? "-", names.isEmpty ? "-" : names, port.serialNumber ?? "-",
        holders.isEmpty ? "nobody" : holders,
      ])
    }
    Output.table(rows)
    return .success
  }

  private static func usbID(_ port: AdapterPort) -> String? {
    guard let vendor = port.vendorID, let product = port.productID else { return nil }
    let digits = { (value: UInt16) in
      let text = String(value, radix: 16)
      return String(repeating: "0", count: 4 - text.count) + text
    }
    return "\(digits(vendor)):\(digits(product))"
  }

  private static func json(_ port: AdapterPort) -> JSONValue {
    let text = { (value: String?) in value.map(JSONValue.string) ?? .null }
    return [
      "port": .string(port.recommendedPath), "device": .string(port.devicePath), "usb": text(usbID(port)),
      "manufacturer": text(port.manufacturer), "product": text(port.product),
      "serial": text(port.serialNumber),
      "holders": .array(
        port.holders.map { ["process": .integer(Int64($0.processID)), "name": .string($0.name)] }),
    ]
  }
}
