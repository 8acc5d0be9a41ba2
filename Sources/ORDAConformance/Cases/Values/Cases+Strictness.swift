import ORDA

extension ConformanceSuite {
  static let strictnessCases: [ConformanceCase] = [
    ConformanceCase("strictness.integer.text", "A text of digits is not an integer.") {
      try $0.expectMismatch("12", in: .text(maximum: 9), as: Int.self, .typeMismatch)
    },
    ConformanceCase("strictness.integer.fraction", "A fraction is not an integer.") {
      try $0.expectMismatch(1.5, in: .double, as: Int.self, .outOfRange)
    },
    ConformanceCase("strictness.integer.range", "An integer that a smaller type can't hold is out of range.") { run in
      try run.expectMismatch(300, in: .int, as: Int8.self, .outOfRange)
      try run.expectMismatch(-1, in: .int, as: UInt64.self, .outOfRange)
    },
    ConformanceCase("strictness.integer.bytes", "Bytes are not an integer.") {
      try $0.expectMismatch([0x31] as [UInt8], in: .bytes, as: Int.self, .typeMismatch)
    },
    ConformanceCase("strictness.text.integer", "An integer is not a text.") {
      try $0.expectMismatch(7, in: .int, as: String.self, .typeMismatch)
    },
    ConformanceCase("strictness.text.bytes", "Bytes are not a text.") {
      try $0.expectMismatch([0x61] as [UInt8], in: .bytes, as: String.self, .typeMismatch)
    },
    ConformanceCase("strictness.bytes.text", "A text is not bytes.") {
      try $0.expectMismatch("a", in: .text(maximum: 9), as: [UInt8].self, .typeMismatch)
    },
    ConformanceCase("strictness.boolean.two", "Only 0 and 1 are read as Bool.") {
      try $0.expectMismatch(2, in: .int, as: Bool.self, .outOfRange, .typeMismatch)
    },
    ConformanceCase("strictness.double.exact", "An integer is read as a double only where the double holds it exactly.")
    {
      run in
      run.expect(
        try run.row(of: 9_007_199_254_740_992, in: .int).get("v", as: Double.self), equals: 9_007_199_254_740_992)
      try run.expectMismatch(9_007_199_254_740_993, in: .int, as: Double.self, .outOfRange)
    },
    ConformanceCase("strictness.double.text", "A text is not a double.") {
      try $0.expectMismatch("1.5", in: .text(maximum: 9), as: Double.self, .typeMismatch)
    },
    ConformanceCase("strictness.float.exact", "A double that is no float is not rounded to one.") {
      try $0.expectMismatch(0.1, in: .double, as: Float.self, .outOfRange)
    },
    ConformanceCase("strictness.null.named", "NULL read as a type without a place for it names the column.") { run in
      let table = try run.table(.column("a", .int), .column("b", .int))
      try run.db.execute("INSERT INTO \(table) (a, b) VALUES (1, NULL)")
      let error = run.expect(throws: .unexpectedNull) { try run.db.query((Int, Int).self, "SELECT a, b FROM \(table)") }
      run.expect(error?.column, equals: "b", "the column that the error names")
    },
    ConformanceCase("strictness.message.secret", "The error of a text that is no number does not show the text.") {
      run in
      let row = try run.row(of: "s3cr3t", in: .text(maximum: 9))
      let error = run.expect(throws: .typeMismatch) { try row.get("v", as: Int.self) }
      run.expect(!"\(error?.description ?? "s3cr3t")".contains("s3cr3t"), "the error shows the value: \(error as Any)")
    },
    ConformanceCase("strictness.unchecked.same", "An unchecked read of a value of the type asked for gives the same.") {
      run in
      let table = try run.table(.column("n", .int), .column("d", .double), .column("t", .text(maximum: 9)))
      try run.db.execute("INSERT INTO \(table) (n, d, t) VALUES (?, ?, ?)", Int.min, 0.1, "é")
      var seen: [String] = []
      try run.db.forEach("SELECT n, d, t FROM \(table)") { row in
        seen.append("\(try row.get(unchecked: 0, as: Int.self))")
        seen.append("\(try row.get(unchecked: 1, as: Double.self))")
        seen.append(try row.get(unchecked: 2, as: String.self))
      }
      run.expect(seen, equals: ["-9223372036854775808", "0.1", "é"])
    },
    ConformanceCase("strictness.unchecked.null", "An unchecked read of NULL is an error all the same.") { run in
      let table = try run.table(.column("n", .int))
      try run.db.execute("INSERT INTO \(table) (n) VALUES (NULL)")
      run.expect(throws: .unexpectedNull) {
        try run.db.forEach("SELECT n FROM \(table)") { row in _ = try row.get(unchecked: 0, as: Int.self) }
      }
    },
    ConformanceCase("strictness.after.error", "A read that failed leaves the row readable as what it is.") { run in
      let row = try run.row(of: "12", in: .text(maximum: 9))
      run.expect(throws: .typeMismatch) { try row.get("v", as: Int.self) }
      run.expect(try row.get("v", as: String.self), equals: "12")
    },
  ]
}

extension ConformanceRun {
  /// Stores a value and reads it as a type that it does not fit, by index and by name, lent and kept.
  fileprivate func expectMismatch<T: ColumnValue>(
    _ value: some ValueConvertible, in type: ColumnType, as wrong: T.Type, _ kinds: DatabaseError.Kind...,
    file: StaticString = #fileID, line: UInt = #line
  ) throws {
    let table = try table(.column("v", type))
    try db.execute("INSERT INTO \(table) (v) VALUES (?)", value)
    let row = try require(try db.first("SELECT v FROM \(table)"), "the row that was inserted")
    let reads: [() throws -> Void] = [
      { _ = try row.get("v", as: T.self) }, { _ = try row.get(0, as: T.self) },
      { [db] in _ = try db.query(T.self, "SELECT v FROM \(table)") },
      { [db] in try db.forEach("SELECT v FROM \(table)") { row in _ = try row.get("v", as: T.self) } },
    ]
    for read in reads {
      do {
        try read()
        fail("\(type) was read as \(T.self)", file: file, line: line)
      } catch let error as DatabaseError where kinds.contains(where: { $0.matches(error.kind) }) {
        expect(error.column, equals: "v", "the column that the error names", file: file, line: line)
      }
    }
  }
}
