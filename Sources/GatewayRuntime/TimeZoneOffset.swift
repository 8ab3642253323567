import Glibc
import SansIO

/// The offset of local time, for devices with a clock.
enum TimeZoneOffset {
  /// Seconds east of UTC now; `zone` is `system` or a name of the time zone database.
  static func seconds(of zone: String) -> Int32 {
    if zone != "system" { setenv("TZ", zone, 1) }
    tzset()
    var now = time(nil)
    var parts = tm()
    guard localtime_r(&now, &parts) != nil else { return 0 }
    return Int32(clamping: parts.tm_gmtoff)
  }
}

/// No trusted clock shows a time before this program existed.
enum BuildDate {
  /// 2026-11-01 UTC; moved forward with each release.
  static let time = WallTime(milliseconds: 1_793_491_200_000)
}
