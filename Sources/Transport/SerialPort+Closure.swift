import Glibc
import Reactor

extension SerialPort {
  /// Why the port could not be opened, and what can be done.
  static func closure(openingError number: Int32, path: String) -> StreamClosure {
    let text = SystemError(number: number, call: "").text
    switch number {
    case ENOENT, ENODEV, ENXIO, ENOTDIR:
      return StreamClosure(
        .absent,
        "\(path): there is no such port; is the adapter plugged in? "
          + "`gatehouse ports` lists the adapters")
    case EACCES, EPERM:
      return StreamClosure(
        .permissionDenied,
        "\(path): not allowed to open it; the user of the service has to be in the group "
          + "that owns the port (dialout on Debian)")
    case EBUSY: return busy(path, openHere: 0)
    case EIO: return StreamClosure(.absent, "\(path): the port is there but gives nothing (\(text))")
    default: return StreamClosure(.system, "\(path): cannot be opened (\(text))")
    }
  }

  /// `openHere` is how often this process has the port open for the try that failed; when it is open more
  /// often, this process is itself a holder.
  static func busy(_ path: String, openHere: Int) -> StreamClosure {
    let isHolder = countOpenHere(path) > openHere
    let holders = PortHolder.of(port: path).filter { $0.processID != getpid() || isHolder }
    guard !holders.isEmpty else {
      return StreamClosure(
        .busy,
        "\(path): in use by a process that cannot be seen from here; "
          + "run `gatehouse ports` as root, which names it")
    }
    let names = holders.map(\.description).joined(separator: ", ")
    return StreamClosure(.busy, "\(path): in use by \(names); stop it, or give Gatehouse another port")
  }

  private static func countOpenHere(_ path: String) -> Int {
    guard let target = resolvedPath(path) else { return 0 }
    return (directoryNames("/proc/self/fd") ?? []).count { linkTarget("/proc/self/fd/\($0)") == target }
  }

  static func closure(end: DescriptorPump.End, path: String) -> StreamClosure {
    switch end {
    case .endOfStream: StreamClosure(.hangUp, "\(path): the port hung up")
    case .failed(let number):
      StreamClosure(
        .hangUp, "\(path): the port is gone (\(SystemError(number: number, call: "").text))")
    }
  }
}
