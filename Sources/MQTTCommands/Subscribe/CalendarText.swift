import SansIO

/// Points in time as people write them.
enum CalendarText {
  /// `2026-11-30T07:00:00.000Z`.
  static func iso8601(_ wall: WallTime) -> String {
    let day = 86_400_000 as Int64
    let days = wall.milliseconds >= 0 ? wall.milliseconds / day : (wall.milliseconds - day + 1) / day
    let rest = Int(wall.milliseconds - days * day)
    let (year, month, dayOfMonth) = civil(daysSince1970: Int(days))
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
    let time =
      "\(padded(rest / 3_600_000, 2)):\(padded(rest / 60_000 % 60, 2)):\(padded(rest / 1000 % 60, 2))"
    return "\(date)T\(time).\(padded(rest % 1000, 3))Z"
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  /// The proleptic Gregorian date: years are counted from March, so that the leap day is the last of its year.
  private static func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
