import ORDA
import Testing

@Suite("Warnings of MariaDB") struct WarningTests {
  static let table: SQL = "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, a VARCHAR(2) UNIQUE)"
  static let cut = "1265 Data truncated for column 'a' at row 1"

  private func warnings(_ executor: some Executor) throws -> [String] {
    try executor.query("SHOW WARNINGS").rows.map { row in
      "\(try row.get("Code", as: Int.self)) \(try row.get("Message", as: String.self))"
    }
  }

  @Test("are those of the connection's last statement, until the next one")
  func last() throws {
    let test = try TestDatabase("", Self.table)
    try test.db.withConnection { connection in
      #expect(try warnings(connection) == [])
      for _ in 1...2 {
        try connection.execute("INSERT IGNORE INTO t (a) VALUES ('abc'), ('xyz')")
        #expect(try warnings(connection).first == Self.cut)
      }
      try connection.execute("INSERT IGNORE INTO t (a) VALUES (?)", "qrs")
      #expect(try warnings(connection) == [Self.cut])
      #expect(try warnings(connection) == [Self.cut])
      #expect(try connection.first(Double?.self, "SELECT 1 / ?", 0) == .some(nil))
      #expect(try warnings(connection) == ["1365 Division by 0"])
      try connection.execute("DELETE FROM t")
      #expect(try warnings(connection) == [])
    }
  }

  @Test("In a transaction they can be asked for alike, and tell an error once more")
  func transaction() throws {
    let test = try TestDatabase("", Self.table)
    try test.db.transaction { tx in
      try tx.execute("INSERT IGNORE INTO t (a) VALUES ('abc')")
      #expect(try warnings(tx) == [Self.cut])
      _ = try failure { try tx.execute("INSERT INTO t (a) VALUES ('ab')") }
      #expect(try warnings(tx) == ["1062 Duplicate entry 'ab' for key 'a'"])
    }
  }
}
