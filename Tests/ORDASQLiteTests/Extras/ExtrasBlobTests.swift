import Foundation
import ORDA
import ORDASQLite
import Testing

@Suite("SQLite's own: values in parts")
struct ExtrasBlobTests {
  let db: any Governor

  init() throws {
    db = try ExtrasDatabase.memory()
    try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)")
    try db.execute("CREATE INDEX i ON t (b)")
    try db.execute("INSERT INTO t VALUES (1, x'0001020304', 'text'), (2, '', x''), (3, NULL, 3), (4, 1.5, 4)")
  }

  private func kind(
    schema: String = "main", table: String = "t", column: String = "a", row: Int64 = 1, writable: Bool = false,
    _ body: (borrowing SQLite.Blob) throws -> Void = { _ in }
  ) -> DatabaseError.Kind? {
    databaseError {
      try db.withConnection { connection in
        try SQLite.withBlob(
          connection, schema: schema, table: table, column: column, rowID: row, writable: writable, body)
      }
    }?.kind
  }

  @Test func `Parts are read, texts and empty values too`() throws {
    try db.withConnection { connection in
      let parts = try SQLite.withBlob(connection, table: "t", column: "a", rowID: 1) { blob in
        #expect(blob.count == 5)
        return try [blob.read(at: 1, count: 3), blob.read(at: 4, count: 1), blob.read(at: 5, count: 0)]
      }
      #expect(parts == [[1, 2, 3], [4], []])
      let text = try SQLite.withBlob(connection, table: "T", column: "B", rowID: 1) { try $0.read(at: 0, count: 4) }
      #expect(text == Array("text".utf8))
      let empty = try SQLite.withBlob(connection, table: "t", column: "b", rowID: 2) { try $0.read(at: 0, count: 0) }
      #expect(empty == [])
    }
  }

  @Test func `What is not within the value is out of range`() throws {
    let places = [(-1, 1), (0, 6), (5, 1), (6, 0), (0, -1), (.max, 1), (1, .max), (.min, .max), (.max, .max)]
    for (offset, count) in places {
      #expect(kind { _ = try $0.read(at: offset, count: count) } == .outOfRange, "\(count) at \(offset)")
    }
    for (offset, count) in [(-1, 1), (0, 6), (5, 1), (.max, 1), (.min, 1)] {
      let bytes = [UInt8](repeating: 9, count: count)
      #expect(kind(writable: true) { try $0.write(bytes, at: offset) } == .outOfRange)
    }
    #expect(try db.first([UInt8].self, "SELECT a FROM t") == [0, 1, 2, 3, 4])
  }

  @Test func `A large value is written and read in chunks`() throws {
    let size = 1_000_003
    try db.execute("INSERT INTO t (id, a) VALUES (9, zeroblob(?))", size)
    try db.withConnection { connection in
      try SQLite.withBlob(connection, table: "t", column: "a", rowID: 9, writable: true) { blob in
        for start in stride(from: 0, to: blob.count, by: 65_536) {
          let end = min(start + 65_536, blob.count)
          // A collection that has no storage of its own, in turn with one that has.
          if start & 65_536 == 0 {
            try blob.write((start..<end).lazy.map { UInt8(truncatingIfNeeded: $0 % 251) }, at: start)
          } else {
            try blob.write((start..<end).map { UInt8(truncatingIfNeeded: $0 % 251) }, at: start)
          }
        }
      }
      let isRight = try SQLite.withBlob(connection, table: "t", column: "a", rowID: 9) { blob in
        try blob.read(at: 0, count: blob.count) == (0..<size).map { UInt8($0 % 251) }
      }
      #expect(isRight)
    }
    #expect(try db.first(Int.self, "SELECT length(a) FROM t WHERE id = 9") == size)
  }

  @Test func `A body that throws has written nothing, inside a transaction too`() throws {
    #expect(throws: Refusal()) {
      try db.withConnection { connection in
        try SQLite.withBlob(connection, table: "t", column: "a", rowID: 1, writable: true) { blob in
          try blob.write([7, 7], at: 0)
          throw Refusal()
        }
      }
    }
    #expect(try db.first([UInt8].self, "SELECT a FROM t") == [0, 1, 2, 3, 4])
    try db.transaction { tx in
      try tx.execute("UPDATE t SET a = x'09' WHERE id = 4")
      let write = { (bytes: [UInt8], fails: Bool) in
        try db.withConnection { connection in
          try SQLite.withBlob(connection, table: "t", column: "a", rowID: 1, writable: true) { blob in
            try blob.write(bytes, at: 0)
            if fails { throw Refusal() }
          }
        }
      }
      #expect(throws: Refusal()) { try write([7, 7], true) }
      try write([8], false)
    }
    #expect(try db.query([UInt8].self, "SELECT a FROM t WHERE id IN (1, 4)") == [[8, 1, 2, 3, 4], [9]])
  }

  @Test func `What can't be opened is told apart`() throws {
    try db.execute("CREATE VIEW v AS SELECT * FROM t")
    try db.execute("CREATE TABLE w (id PRIMARY KEY, a) WITHOUT ROWID")
    #expect(kind(table: "missing") == .noSuchTable)
    #expect(kind(schema: "missing") == .noSuchTable)
    #expect(kind(column: "missing") == .noSuchColumn)
    #expect(kind(row: 99) == .noSuchRow)
    #expect(kind(row: .min) == .noSuchRow)
    #expect(kind(row: 3) == .typeMismatch)
    #expect(kind(row: 4) == .typeMismatch)
    #expect(kind(table: "v") == .unsupported)
    #expect(kind(table: "w") == .unsupported)
    #expect(kind(column: "b", writable: true) == .unsupported)
    for name in ["t\u{0}", ""] { #expect(kind(table: name) != nil) }
    #expect(kind(table: "t\u{0}") == .misuse)
    #expect(kind(schema: "main\u{0}") == .misuse)
    #expect(kind(column: "a\u{0}") == .misuse)
    // Nothing is left open that would hold up a change of the schema.
    try db.execute("DROP TABLE t")
  }

  @Test func `One that was not opened to be written, and one whose row has changed, say so`() throws {
    #expect(kind { try $0.write([1], at: 0) } == .readOnly)
    let changed = kind { blob in
      try db.execute("UPDATE t SET a = x'05' WHERE id = 1")
      _ = try blob.read(at: 0, count: 1)
    }
    #expect(changed == .misuse)
    #expect(try db.first([UInt8].self, "SELECT a FROM t WHERE id = 1") == [5])
  }

  @Test func `Readers read, and attached databases are reached`() throws {
    let files = try ExtrasDatabase()
    let file = try files.open()
    try SQLite.attach(files.folder.file("b.db"), as: "b", to: file)
    try file.execute("CREATE TABLE b.t (a)")
    try file.execute("INSERT INTO b.t VALUES (x'0102')")
    try file.withConnection(.reader) { connection in
      let bytes = try SQLite.withBlob(connection, schema: "b", table: "t", column: "a", rowID: 1) {
        try $0.read(at: 0, count: 2)
      }
      #expect(bytes == [1, 2])
      let error = databaseError {
        try SQLite.withBlob(connection, schema: "b", table: "t", column: "a", rowID: 1, writable: true) {
          try $0.write([3], at: 0)
        }
      }
      #expect(error?.kind == .readOnly)
    }
  }
}
