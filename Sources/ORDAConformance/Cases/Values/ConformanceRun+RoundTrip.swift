import ORDA

extension ConformanceRun {
  /// Stores each value in a column of a type, reads the same back, lent and kept, and finds its row by it.
  ///
  /// - Parameter isFound: False for types that a database need not compare exactly.
  func expectRoundTrip<T: ValueConvertible & ColumnValue & Equatable>(
    _ values: [T], as type: ColumnType, isFound: Bool = true, file: StaticString = #fileID, line: UInt = #line
  ) throws {
    let table = try table(.required("id", .int), .column("v", type), primaryKey: ["id"])
    for (id, value) in values.enumerated() {
      try db.execute("INSERT INTO \(table) (id, v) VALUES (?, ?)", id, value)
      guard isFound else { continue }
      let found = try db.query(Int.self, "SELECT id FROM \(table) WHERE v = ?", value)
      expect(found, equals: [id], "the rows that WHERE finds for \(value)", file: file, line: line)
    }
    let lent = try db.query(T.self, "SELECT v FROM \(table) ORDER BY id")
    expect(lent, equals: values, "read while lent", file: file, line: line)
    let kept: [T] = try db.query("SELECT v FROM \(table) ORDER BY id")["v"].get()
    expect(kept, equals: values, "read from kept rows", file: file, line: line)
  }

  /// Stores one value in a column of a type, and returns the row with it.
  func row<T: ValueConvertible>(of value: T?, in type: ColumnType) throws -> FetchedRow {
    let table = try table(.column("v", type))
    try db.execute("INSERT INTO \(table) (v) VALUES (?)", value)
    return try require(try db.first("SELECT v FROM \(table)"), "the row that was inserted")
  }

  /// Stores one value in a column of a type, and returns the result of an untyped read.
  func stored<T: ValueConvertible>(_ value: T?, in type: ColumnType) throws -> Value {
    try row(of: value, in: type).get("v", as: Value.self)
  }

  /// Stores a value that not every database can hold: either it comes back exactly, or it is refused and nothing is
  /// stored.
  func expectExactOrRefused<T: ValueConvertible & ColumnValue & Equatable>(
    _ value: T, in type: ColumnType, file: StaticString = #fileID, line: UInt = #line
  ) throws {
    let table = try table(.column("v", type))
    do {
      try db.execute("INSERT INTO \(table) (v) VALUES (?)", value)
      expect(try db.query(T.self, "SELECT v FROM \(table)"), equals: [value], "stored", file: file, line: line)
    } catch .outOfRange {
      expect(
        try db.first(Int.self, "SELECT COUNT(*) FROM \(table)"), equals: 0, "rows after the refusal", file: file,
        line: line)
    }
  }
}
