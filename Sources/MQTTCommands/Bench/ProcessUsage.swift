import Glibc

/// What this process has used.
struct ProcessUsage: Hashable, Sendable {
  var cpuSeconds: Double

  static func now() -> ProcessUsage {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return ProcessUsage(cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime))
  }

  /// The most memory that was resident, in kB: VmHWM, which does not take over the parent's peak as getrusage
  /// does.
  static func peakKilobytes() -> Int {
    guard case .success(let bytes) = InputFile.read("/proc/self/status", limit: 65_536) else { return 0 }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where line.hasPrefix("VmHWM:") {
      return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { Int($0) }.first ?? 0
    }
    return 0
  }
}
