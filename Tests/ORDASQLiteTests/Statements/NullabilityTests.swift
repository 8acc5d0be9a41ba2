import ORDA
import ORDASQLite
import TestSupport
import Testing

@Suite("What is remembered of columns")
struct NullabilityTests {
  /// Asked by a text of its own each time, after the statement has run.
  private func isNullable(_ db: some SQLExecutor, _ number: Int) throws -> [Bool?] {
    try db.query(SQL(text: "SELECT id, \(number) AS n FROM t")).columns.map(\.isNullable)
  }

  private static let keyed: SQL = "CREATE TABLE t (id INTEGER PRIMARY KEY, b INTEGER)"
  private static let paired: SQL = "CREATE TABLE t (id INTEGER, b INTEGER, PRIMARY KEY (id, b))"

  @Test func `Until the table is another`() throws {
    let db = try TestDatabase.memory(Self.keyed)
    for number in 0..<3 { #expect(try isNullable(db, number) == [false, nil]) }
    try db.execute("DROP TABLE t")
    try db.execute(Self.paired)
    for number in 3..<6 { #expect(try isNullable(db, number) == [true, nil]) }
  }

  @Test func `Within a transaction, and after it was undone`() throws {
    let db = try TestDatabase.memory(Self.keyed)
    #expect(try isNullable(db, 0) == [false, nil])
    try? db.transaction { tx in
      #expect(try isNullable(tx, 1) == [false, nil])
      try? tx.transaction { inner in
        try inner.execute("DROP TABLE t")
        try inner.execute(Self.paired)
        #expect(try isNullable(inner, 2) == [true, nil])
        #expect(try isNullable(inner, 3) == [true, nil])
        throw CancellationError()
      }
      #expect(try isNullable(tx, 4) == [false, nil])
      try tx.execute("DROP TABLE t")
      try tx.execute(Self.paired)
      #expect(try isNullable(tx, 5) == [true, nil])
      throw CancellationError()
    }
    #expect(try isNullable(db, 6) == [false, nil])
  }

  @Test func `Until another connection has made it another`() throws {
    let folder = try TemporaryFolder()
    let url = "sqlite:\(folder.path)/a.db"
    try SQLite.register()
    let (db, other) = (try ORDA.open(url), try ORDA.open(url))
    try db.execute(Self.keyed)
    for number in 0..<3 { #expect(try isNullable(db, number) == [false, nil]) }
    try other.transaction { tx in
      try tx.execute("DROP TABLE t")
      try tx.execute(Self.paired)
    }
    for number in 3..<6 { #expect(try isNullable(db, number) == [true, nil]) }
    try db.close()
    try other.close()
  }
}
