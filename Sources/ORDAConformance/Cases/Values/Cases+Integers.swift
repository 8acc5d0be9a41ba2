import ORDA

extension ConformanceSuite {
  static let integerCases: [ConformanceCase] = [
    ConformanceCase("values.integer.minimum", "The smallest integer of 64 bits is stored and found without loss.") {
      try $0.expectRoundTrip([Int64.min], as: .int)
    },
    ConformanceCase("values.integer.maximum", "The largest integer of 64 bits is stored and found without loss.") {
      try $0.expectRoundTrip([Int64.max], as: .int)
    },
    ConformanceCase("values.integer.around", "Integers around zero and around the limits of doubles keep every bit.") {
      try $0.expectRoundTrip(
        [0, 1, -1, 9_007_199_254_740_992, 9_007_199_254_740_993, -9_007_199_254_740_993], as: .int)
    },
    ConformanceCase("values.integer.8", "Integers of 8 bits keep their limits.") {
      try $0.expectRoundTrip([Int8.min, -1, 0, Int8.max], as: .integer(bits: 8, isUnsigned: false))
    },
    ConformanceCase("values.integer.16", "Integers of 16 bits keep their limits.") {
      try $0.expectRoundTrip([Int16.min, -1, 0, Int16.max], as: .integer(bits: 16, isUnsigned: false))
    },
    ConformanceCase("values.integer.24", "Integers of 24 bits keep their limits.") {
      try $0.expectRoundTrip([-8_388_608, 0, 8_388_607], as: .integer(bits: 24, isUnsigned: false))
    },
    ConformanceCase("values.integer.32", "Integers of 32 bits keep their limits.") {
      try $0.expectRoundTrip([Int32.min, -1, 0, Int32.max], as: .integer(bits: 32, isUnsigned: false))
    },
    ConformanceCase("values.integer.unsigned8", "Unsigned integers of 8 bits keep their limits.") {
      try $0.expectRoundTrip([UInt8.min, 127, 128, .max], as: .integer(bits: 8, isUnsigned: true))
    },
    ConformanceCase("values.integer.unsigned16", "Unsigned integers of 16 bits keep their limits.") {
      try $0.expectRoundTrip([UInt16.min, 32_767, 32_768, .max], as: .integer(bits: 16, isUnsigned: true))
    },
    ConformanceCase("values.integer.unsigned32", "Unsigned integers of 32 bits keep their limits.") {
      try $0.expectRoundTrip([UInt32.min, 2_147_483_648, .max], as: .integer(bits: 32, isUnsigned: true))
    },
    ConformanceCase("values.integer.unsigned64", "Unsigned integers up to the largest signed one are kept.") {
      try $0.expectRoundTrip([UInt64.min, UInt64(Int64.max)], as: .integer(bits: 64, isUnsigned: true))
    },
    ConformanceCase(
      "values.integer.above",
      "An integer above the largest signed one is kept exactly, or refused as out of range; it never wraps around."
    ) { run in
      for number in [UInt64(Int64.max) + 1, .max] {
        try run.expectExactOrRefused(number, in: .integer(bits: 64, isUnsigned: true))
      }
    },
    ConformanceCase("values.integer.untyped", "An untyped read of an integer gives an integer.") { run in
      run.expect(try run.stored(-42, in: .int), equals: .int(-42))
    },
    ConformanceCase(
      awaited: "values.integer.awaited", "An awaited insertion and an awaited query keep the same integers."
    ) { run in
      let table = try await run.table(.column("n", .int))
      for number in [Int.min, 42, .max] { try await run.db.execute("INSERT INTO \(table) (n) VALUES (?)", number) }
      let seen = try await run.db.query(Int.self, "SELECT n FROM \(table) ORDER BY n")
      run.expect(seen, equals: [Int.min, 42, .max])
    },
    ConformanceCase("values.boolean.both", "True and false are stored as 1 and 0, and read as Bool.") { run in
      try run.expectRoundTrip([true, false], as: .boolean)
      run.expect(try run.stored(true, in: .boolean), equals: .int(1), "true, untyped")
      run.expect(try run.stored(false, in: .boolean), equals: .int(0), "false, untyped")
    },
    ConformanceCase("values.boolean.inNumbers", "A Bool can be bound to a column of integers, and found by it.") {
      run in
      try run.expectRoundTrip([false, true], as: .int)
    },
    ConformanceCase("values.integer.enum", "An enum with integers as raw values is stored as those.") { run in
      try run.expectRoundTrip([Weekday.monday, .sunday], as: .int)
      run.expect(try run.stored(Weekday.sunday, in: .int), equals: .int(7))
    },
    ConformanceCase("values.text.enum", "An enum with texts as raw values is stored as those.") { run in
      try run.expectRoundTrip([Mood.calm, .wild], as: .text(maximum: 20))
      run.expect(try run.stored(Mood.wild, in: .text(maximum: 20)), equals: .text("wild"))
    },
    ConformanceCase("values.enum.unknown", "A stored raw value that an enum does not have is an error, not a crash.") {
      run in
      let text = try run.row(of: "furious", in: .text(maximum: 20))
      run.expect(throws: .typeMismatch, .outOfRange) { try text.get("v", as: Mood.self) }
      let number = try run.row(of: 8, in: .int)
      run.expect(throws: .typeMismatch, .outOfRange) { try number.get("v", as: Weekday.self) }
    },
  ]

  enum Weekday: Int, ValueConvertible, ColumnValue { case monday = 1, sunday = 7 }
  enum Mood: String, ValueConvertible, ColumnValue { case calm, wild }
}
