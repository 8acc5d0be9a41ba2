import ORDA

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ConformanceSuite {
  static let momentCases: [ConformanceCase] = [
    ConformanceCase("values.date.kept", "Days from the year 1000 to the year 9999, leap days too, come back the same.")
    {
      try $0.expectRoundTrip(
        try all(CivilDate.self, "1000-01-01", "1969-12-31", "1970-01-01", "2024-02-29", "9999-12-31"), as: .date)
    },
    ConformanceCase("values.date.order", "Days sort as days do.") { run in
      let table = try run.table(.column("v", .date))
      for day in ["2024-10-01", "2024-09-30", "1999-12-31"] {
        try run.db.execute("INSERT INTO \(table) (v) VALUES (?)", CivilDate(day))
      }
      run.expect(
        try run.db.query(CivilDate.self, "SELECT v FROM \(table) ORDER BY v"),
        equals: try all(CivilDate.self, "1999-12-31", "2024-09-30", "2024-10-01"))
    },
    ConformanceCase("values.time.kept", "Times of day come back the same, to the microsecond.") {
      try $0.expectRoundTrip(
        try all(CivilTime.self, "00:00:00", "12:34:56", "23:59:59.999999", "00:00:00.000001"), as: .time)
    },
    ConformanceCase("values.time.span", "Negative spans and spans of more than a day come back the same.") {
      try $0.expectRoundTrip(try all(CivilTime.self, "-12:34:56.123456", "838:59:58.999999", "-838:59:58"), as: .time)
    },
    ConformanceCase("values.timestamp.kept", "Timestamps without a zone come back the same, to the microsecond.") {
      try $0.expectRoundTrip(
        try all(
          CivilTimestamp.self, "2026-01-31 12:34:56.123456", "2026-01-31 00:00:00", "1000-01-01 00:00:00.000001",
          "9999-12-31 23:59:59.999999"), as: .timestamp)
    },
    ConformanceCase("values.timestamp.gap", "A time of day that summer time skips somewhere is kept as it is.") {
      try $0.expectRoundTrip(try all(CivilTimestamp.self, "2026-03-29 02:30:00", "2026-10-25 02:30:00"), as: .timestamp)
    },
    ConformanceCase("values.instant.kept", "Moments come back the same, to the microsecond.") {
      try $0.expectRoundTrip(
        try all(Instant.self, "2026-07-01 12:00:00.000001Z", "1970-01-02 00:00:00Z", "2037-12-31 23:59:59.999999Z"),
        as: .instant)
    },
    ConformanceCase("values.instant.zone", "A moment given with a zone's offset is the same moment in UTC.") { run in
      let moment = try run.require(Instant("2026-07-01 12:00:00+02:00"), "an Instant")
      let row = try run.row(of: moment, in: .instant)
      run.expect("\(try row.get("v", as: Instant.self))", equals: "2026-07-01 10:00:00.000000Z")
    },
    ConformanceCase("values.date.foundation", "Foundation's Date comes back the same to the microsecond.") { run in
      for seconds in [0.25, 806_000_000.123456, 1.000001] {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        let row = try run.row(of: date, in: .instant)
        run.expect(Instant(try row.get("v", as: Date.self)), equals: Instant(date), "\(seconds) seconds after 2001")
      }
    },
    ConformanceCase("values.date.rounded", "A Date is rounded to the nearest microsecond and not cut off.") { run in
      let date = Date(timeIntervalSinceReferenceDate: 1.999_999_6)
      let row = try run.row(of: date, in: .instant)
      run.expect("\(try row.get("v", as: Instant.self))", equals: "2001-01-01 00:00:02.000000Z")
    },
    ConformanceCase("values.date.again", "A Date that was read and is written again is the same value.") { run in
      let table = try run.table(.required("id", .int), .column("v", .instant), primaryKey: ["id"])
      let date = Date(timeIntervalSinceReferenceDate: 806_000_000.654_321)
      try run.db.execute("INSERT INTO \(table) (id, v) VALUES (1, ?)", date)
      let seen = try run.require(try run.db.first(Date.self, "SELECT v FROM \(table) WHERE id = 1"), "a Date")
      try run.db.execute("INSERT INTO \(table) (id, v) VALUES (2, ?)", seen)
      let stored = try run.db.query(Value.self, "SELECT v FROM \(table) ORDER BY id")
      run.expect(stored.first, equals: stored.last, "what is stored")
    },
    ConformanceCase("values.instant.inTimestamp", "A timestamp without a zone is read as a moment in UTC.") { run in
      let row = try run.row(of: CivilTimestamp("2026-01-31 12:34:56.5"), in: .timestamp)
      run.expect("\(try row.get("v", as: Instant.self))", equals: "2026-01-31 12:34:56.500000Z")
    },
    ConformanceCase("values.date.inText", "A day, a time and a moment in columns of text are read as such.") { run in
      let table = try run.table(.column("a", .text(maximum: 40)), .column("b", .text(maximum: 40)))
      try run.db.execute("INSERT INTO \(table) (a, b) VALUES (?, ?)", "2024-02-29", "12:34:56.5")
      let row = try run.require(try run.db.first("SELECT a, b FROM \(table)"), "a row")
      run.expect(try row.get("a", as: CivilDate.self), equals: CivilDate(year: 2024, month: 2, day: 29))
      run.expect(
        try row.get("b", as: CivilTime.self),
        equals: CivilTime(hour: 12, minute: 34, second: 56, microsecond: 500_000))
    },
    ConformanceCase("values.date.wrong", "A text that is no day is an error when it is read as one.") { run in
      for text in ["2023-02-29", "yesterday", "", "2024-2-9"] {
        let row = try run.row(of: text, in: .text(maximum: 40))
        run.expect(throws: .typeMismatch) { try row.get("v", as: CivilDate.self) }
      }
    },
  ]

  /// Values by their texts.
  private static func all<T: LosslessStringConvertible>(_ type: T.Type, _ texts: String...) throws -> [T] {
    try texts.map { text in
      guard let value = T(text) else { throw DatabaseError(.misuse, "\(text) is no \(type)") }
      return value
    }
  }
}
