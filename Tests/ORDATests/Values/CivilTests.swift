import Foundation
import Testing

@testable import ORDA

@Suite struct CivilDateTests {
  @Test func knowsTheCalendar() {
    #expect(CivilDate(year: 2024, month: 2, day: 29) != nil)
    #expect(CivilDate(year: 2023, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 1900, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2000, month: 2, day: 29) != nil)
    #expect(CivilDate(year: 0, month: 2, day: 29) != nil)
    #expect(CivilDate(year: -4, month: 2, day: 29) != nil)
    #expect(CivilDate(year: -1, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2026, month: 4, day: 31) == nil)
    #expect(CivilDate(year: 2026, month: 13, day: 1) == nil)
    #expect(CivilDate(year: 2026, month: 0, day: 1) == nil)
    #expect(CivilDate(year: 2026, month: 1, day: 0) == nil)
    #expect(CivilDate(year: 10_000, month: 1, day: 1) == nil)
    #expect(CivilDate(year: -10_000, month: 1, day: 1) == nil)
    #expect(CivilDate(year: .max, month: .max, day: .max) == nil)
    #expect(CivilDate(year: .min, month: .min, day: .min) == nil)
  }

  @Test func countsDays() throws {
    #expect(CivilDate("1970-01-01")?.daysSince1970 == 0)
    #expect(CivilDate("1969-12-31")?.daysSince1970 == -1)
    #expect(CivilDate("2000-03-01")?.daysSince1970 == 11_017)
    #expect(CivilDate("0000-01-01")?.daysSince1970 == -719_528)
    #expect(CivilDate("-9999-01-01")?.daysSince1970 == CivilDate.firstDay)
    #expect(CivilDate("9999-12-31")?.daysSince1970 == CivilDate.lastDay)
    #expect(CivilDate(daysSince1970: CivilDate.firstDay - 1) == nil)
    #expect(CivilDate(daysSince1970: CivilDate.lastDay + 1) == nil)
    #expect(CivilDate(daysSince1970: .min) == nil)
    #expect(CivilDate(daysSince1970: .max) == nil)
    let leap = try #require(CivilDate("2024-02-28"))
    #expect(leap.adding(days: 1)?.description == "2024-02-29")
    #expect(leap.adding(days: 2)?.description == "2024-03-01")
    #expect(leap.adding(days: -59)?.description == "2023-12-31")
    #expect(leap.adding(days: .max) == nil)
    #expect(leap.adding(days: .min) == nil)
  }

  @Test func everyDayComesBack() throws {
    var before: CivilDate?
    for days in CivilDate.firstDay...CivilDate.lastDay where days % 7 == 0 || days.magnitude < 1000 {
      let date = try #require(CivilDate(daysSince1970: days))
      if date.daysSince1970 != days || CivilDate(date.description) != date
        || CivilDate(year: date.year, month: date.month, day: date.day) != date || before.map({ $0 >= date }) == true
      {
        Issue.record("\(date) is not \(days)")
      }
      before = date
    }
    #expect(before?.year == 9999)
  }

  @Test func readsOnlyItsOwnForm() {
    #expect(CivilDate("2026-01-31")?.day == 31)
    #expect(CivilDate("-0044-03-15")?.year == -44)
    #expect(CivilDate("-0044-03-15")?.description == "-0044-03-15")
    #expect(CivilDate("0000-02-29")?.description == "0000-02-29")
    for text in [
      "", "2026", "2026-1-31", "2026-01-31 ", " 2026-01-31", "2026/01/31", "26-01-31", "2026-02-30", "-0000-01-01",
      "0000-00-00", "+2026-01-31", "2026-01-31T00:00:00", "2026-01-3١", "2026-01-31\u{0}", "--026-01-31",
    ] {
      #expect(CivilDate(text) == nil, "\(text)")
    }
  }
}

@Suite struct CivilTimeTests {
  @Test func showsMariaDBsWholeRange() throws {
    let longest = try #require(
      CivilTime(isNegative: true, hour: 838, minute: 59, second: 59, microsecond: 999_999))
    #expect(longest.description == "-838:59:59.999999")
    #expect(CivilTime("-838:59:59.999999") == longest)
    #expect(longest.microseconds == -3_020_399_999_999)
    #expect(longest.hour == 838 && longest.minute == 59 && longest.second == 59 && longest.microsecond == 999_999)
    #expect(!longest.isTimeOfDay)
    #expect(CivilTime("00:00:00")?.isTimeOfDay == true)
    #expect(CivilTime("23:59:59.999999")?.isTimeOfDay == true)
    #expect(CivilTime("24:00:00")?.isTimeOfDay == false)
    #expect(CivilTime("-00:00:01")?.microseconds == -1_000_000)
    #expect(CivilTime("-00:00:00")?.description == "00:00:00")
    for extreme in [Int64.min, .max, .min + 1, 0, -1, 1] {
      let time = CivilTime(microseconds: extreme)
      #expect(CivilTime(time.description) == time)
    }
  }

  @Test func readsAndRoundsFractions() {
    #expect(CivilTime("12:34:56")?.description == "12:34:56")
    #expect(CivilTime("12:34:56.1")?.description == "12:34:56.100000")
    #expect(CivilTime("12:34:56.1234564")?.microsecond == 123_456)
    #expect(CivilTime("12:34:56.1234565")?.microsecond == 123_457)
    #expect(CivilTime("12:34:59.999999999")?.description == "12:35:00")
    for text in [
      "", "12:34", "1:02:03", "12:60:00", "12:00:60", "12:34:56.", "12:34:56.1234567890", "12:34:56Z", "12:34:56 ",
      "99999999999:00:00", "+12:00:00", "--12:00:00", "12.34.56",
    ] {
      #expect(CivilTime(text) == nil, "\(text)")
    }
    #expect(CivilTime(hour: -1, minute: 0) == nil)
    #expect(CivilTime(hour: .max, minute: 0) == nil)
    #expect(CivilTime(hour: 0, minute: 60) == nil)
    #expect(CivilTime(hour: 0, minute: 0, second: 0, microsecond: 1_000_000) == nil)
  }

  @Test func timesOfDaySortAsText() {
    let times = ["00:00:00", "00:00:00.000001", "00:00:00.100000", "00:00:01", "12:00:00", "23:59:59.999999"]
    #expect(times.compactMap { CivilTime($0) }.sorted().map(\.description) == times)
    #expect(times.sorted() == times)
  }
}

@Suite struct CivilTimestampTests {
  @Test func showsSixDigits() throws {
    let timestamp = try #require(CivilTimestamp(year: 2026, month: 1, day: 31, hour: 12, minute: 34, second: 56))
    #expect(timestamp.description == "2026-01-31 12:34:56.000000")
    #expect(timestamp.date.description == "2026-01-31")
    #expect(timestamp.time.description == "12:34:56")
    #expect(CivilTimestamp(date: timestamp.date, time: timestamp.time) == timestamp)
    #expect(CivilTimestamp(date: timestamp.date, time: CivilTime(microseconds: -1)) == nil)
    #expect(CivilTimestamp(date: timestamp.date, time: CivilTime(microseconds: 86_400_000_000)) == nil)
    #expect(CivilTimestamp("1969-12-31 23:59:59.999999")?.microsecondsSince1970 == -1)
    #expect(CivilTimestamp("1969-12-31 23:59:59.999999")?.description == "1969-12-31 23:59:59.999999")
    #expect(CivilTimestamp("-0001-12-31 00:00:00.000001")?.description == "-0001-12-31 00:00:00.000001")
  }

  @Test func readsTheDocumentedForms() {
    let expected = CivilTimestamp("2026-01-31 12:34:56.120000")
    #expect(expected != nil)
    #expect(CivilTimestamp("2026-01-31T12:34:56.12") == expected)
    #expect(CivilTimestamp("2026-01-31 12:34:56.1200004") == expected)
    #expect(CivilTimestamp("2026-12-31 23:59:59.9999995")?.description == "2027-01-01 00:00:00.000000")
    #expect(CivilTimestamp("9999-12-31 23:59:59.9999995") == nil)
    for text in [
      "", "2026-01-31", "2026-01-31 12:34", "2026-01-31t12:34:56", "2026-01-31  12:34:56", "2026-01-31 24:00:00",
      "2026-01-31 12:34:56Z", "2026-01-31 12:34:56+01:00", "2026-02-30 12:34:56", "2026-01-31 12:34:60",
    ] {
      #expect(CivilTimestamp(text) == nil, "\(text)")
    }
    #expect(CivilTimestamp(microsecondsSince1970: .min) == nil)
    #expect(CivilTimestamp(microsecondsSince1970: .max) == nil)
  }
}

@Suite struct InstantTests {
  @Test func readsZones() {
    let expected = Instant("2026-01-31 12:34:56.000000Z")
    #expect(expected != nil)
    for text in [
      "2026-01-31T12:34:56Z", "2026-01-31 12:34:56", "2026-01-31T13:34:56+01:00", "2026-01-31T13:34:56+0100",
      "2026-01-31 07:04:56.0-05:30", "2026-01-31 07:04:56-0530", "2026-02-01 00:34:56+12:00",
    ] {
      #expect(Instant(text) == expected, "\(text)")
    }
    for text in [
      "2026-01-31T12:34:56z", "2026-01-31T12:34:56 Z", "2026-01-31T12:34:56+1", "2026-01-31T12:34:56+01",
      "2026-01-31T12:34:56+24:00", "2026-01-31T12:34:56+01:60", "2026-01-31T12:34:56Z0", "2026-01-31Z", "now",
      "9999-12-31 23:59:59-01:00", "-9999-01-01 00:00:00+01:00", "2026-01-31T12:34:56+01:0",
    ] {
      #expect(Instant(text) == nil, "\(text)")
    }
    #expect(expected?.description == "2026-01-31 12:34:56.000000Z")
    #expect(Instant("1969-12-31 23:59:59.999999Z")?.microsecondsSince1970 == -1)
  }

  @Test func datesAreRoundedAndNotTruncated() {
    #expect(Instant(Date(timeIntervalSince1970: 0.123456))?.microsecondsSince1970 == 123_456)
    #expect(Instant(Date(timeIntervalSince1970: -0.000001))?.microsecondsSince1970 == -1)
    #expect(
      Instant(Date(timeIntervalSince1970: 1_790_000_000.999_999_8))?.microsecondsSince1970 == 1_790_000_001_000_000)
    #expect(Instant(secondsSince1970: 1.000_000_6)?.microsecondsSince1970 == 1_000_001)
    #expect(Instant(secondsSince1970: -1.000_000_6)?.microsecondsSince1970 == -1_000_001)
    #expect(Instant(Date.distantPast)?.description == "0000-12-30 00:00:00.000000Z")
    #expect(Instant(Date.distantFuture)?.description == "4001-01-01 00:00:00.000000Z")
    #expect(Instant(Date(timeIntervalSince1970: .infinity)) == nil)
    #expect(Instant(Date(timeIntervalSince1970: .nan)) == nil)
    #expect(Instant(Date(timeIntervalSince1970: 1e300)) == nil)
    #expect(Instant(secondsSince1970: Int64.max) == nil)
    #expect(Instant(microsecondsSince1970: .max) == nil)
    #expect(abs(Instant.now.date.timeIntervalSinceNow) < 60)
  }

  @Test func writingADateAgainStoresTheSameText() throws {
    var generator = ValueGenerator(state: 21)
    var changed = 0
    for round in 0..<100_000 {
      // Whole range, then the years around now with all of a Double's bits.
      let seconds =
        round % 2 == 0
        ? Double.random(in: -3.7e11..<2.5e11, using: &generator) : Double.random(in: -4e9..<4e9, using: &generator)
      let instant = try #require(Instant(Date(timeIntervalSinceReferenceDate: seconds)))
      let text = instant.description
      let again = Instant(text)
      if again != instant || Instant(instant.date) != instant
        || again.flatMap({ Instant($0.date) })?.description != text
      {
        changed += 1
      }
      // Within half a microsecond, and what a Double can tell apart.
      if abs(instant.date.timeIntervalSinceReferenceDate - seconds) > 0.000_000_5 + seconds.ulp { changed += 1 }
    }
    #expect(changed == 0)
  }

  @Test func textSortsAsTimeDoes() throws {
    var generator = ValueGenerator(state: 22)
    let from = try #require(Instant("0000-01-01 00:00:00")).microsecondsSince1970
    let instants = (0..<2000).compactMap { _ in
      Instant(microsecondsSince1970: Int64.random(in: from...CivilTimestamp.last, using: &generator))
    }
    #expect(instants.count == 2000)
    #expect(instants.sorted().map(\.description) == instants.map(\.description).sorted())
    for instant in instants {
      #expect(instant.withUTF8 { String(decoding: $0, as: UTF8.self) } == instant.description)
      #expect(CivilTimestamp(utc: instant).description + "Z" == instant.description)
    }
  }

  @Test func codesAsText() throws {
    struct All: Codable, Equatable {
      var date: CivilDate, time: CivilTime, timestamp: CivilTimestamp, instant: Instant, decimal: ExactDecimal
    }
    let all = All(
      date: try #require(CivilDate("2024-02-29")), time: try #require(CivilTime("-12:00:00.5")),
      timestamp: try #require(CivilTimestamp("2024-02-29 01:02:03")),
      instant: try #require(Instant("1969-01-01 00:00:00")),
      decimal: try #require(ExactDecimal("12.30")))
    let json = try JSONEncoder().encode(all)
    #expect(try JSONDecoder().decode(All.self, from: json) == all)
    #expect(String(decoding: json, as: UTF8.self).contains("\"12.30\""))
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([CivilDate].self, from: Data(#"["today"]"#.utf8)) }
  }
}

@Suite struct HostileTextTests {
  @Test func nothingTraps() {
    var generator = ValueGenerator(state: 4)
    let seeds = [
      "2026-01-31 12:34:56.123456Z", "-838:59:59.999999", "9999-12-31T23:59:59.999999999+23:59", "-9999-01-01",
      "12345678901234567890.5e-10", "-.1e+99", "01234567-89ab-cdef-0123-456789abcdef", #"{"x":[1,null]}"#,
    ]
    let alphabet = Array("0123456789-+:.TZeE \u{0}ß".utf8)
    var read = 0
    for round in 0..<40_000 {
      var bytes = Array(seeds[round % seeds.count].utf8)
      for _ in 0..<Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(4), at: place)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      // Whatever is read is written in a form that is read as the same.
      if let instant = Instant(text) {
        read += 1
        #expect(Instant(instant.description) == instant)
      }
      if let time = CivilTime(text) {
        read += 1
        #expect(CivilTime(time.description) == time)
      }
      if let date = CivilDate(text) {
        read += 1
        #expect(CivilDate(date.description) == date)
      }
      if let number = ExactDecimal(text) {
        read += 1
        #expect(ExactDecimal(number.description) == number)
      }
      _ = refusal(.text(text), as: UUID.self)
      _ = refusal(.text(text), as: URL.self)
      if round % 20 == 7 { _ = refusal(.text(text), as: JSON<[String: [Int?]]>.self) }
    }
    #expect(read > 4000)
  }
}
