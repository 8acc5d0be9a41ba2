import ORDA

extension ConformanceSuite {
  static let keyCases: [ConformanceCase] = [
    ConformanceCase("keys.generated", "The database makes keys, and the result of an insertion tells the last one.") {
      run in
      let table = try run.genres()
      let first = try run.db.execute("INSERT INTO \(table) (name) VALUES (?)", "Jazz")
      let second = try run.db.execute("INSERT INTO \(table) (name) VALUES (?)", "Blues")
      let keys = try run.db.query(Int64.self, "SELECT id FROM \(table) ORDER BY id")
      run.expect([first.lastID, second.lastID], equals: keys, "the keys that were told")
      run.expect(Set(keys).count, equals: 2, "different keys")
    },
    ConformanceCase("keys.given", "A key that the program gives is kept.") { run in
      let table = try run.genres()
      try run.db.execute("INSERT INTO \(table) (id, name) VALUES (40, 'Fado')")
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table)"), equals: [40])
    },
    ConformanceCase("keys.after.given", "Keys made after a larger one was given don't collide with it.") { run in
      let table = try run.genres()
      try run.db.execute("INSERT INTO \(table) (id, name) VALUES (40, 'Fado')")
      let made = try run.db.execute("INSERT INTO \(table) (name) VALUES ('Jazz')").lastID
      run.expect((made ?? 0) > 40, "the key \(made ?? 0) was made after 40")
    },
    ConformanceCase("keys.lastID.query", "A query made no key and changed nothing: both are nil.") { run in
      let table = try run.genres()
      try run.db.execute("INSERT INTO \(table) (name) VALUES ('Jazz')")
      let result = try run.db.execute("SELECT name FROM \(table)")
      run.expect(result.lastID, equals: nil, "lastID of a SELECT")
      run.expect(result.changed, equals: nil, "changed of a SELECT")
    },
    ConformanceCase("keys.lastID.update", "An update and a deletion made no key, also after an insertion did.") { run in
      let table = try run.genres()
      try run.db.execute("INSERT INTO \(table) (name) VALUES ('Jazz')")
      run.expect(try run.db.execute("UPDATE \(table) SET name = 'Soul'").lastID, equals: nil, "UPDATE")
      run.expect(try run.db.execute("DELETE FROM \(table)").lastID, equals: nil, "DELETE")
    },
    ConformanceCase("keys.lastID.failed", "An insertion that failed leaves no key to the next statement.") { run in
      let table = try run.genres()
      try run.db.execute("INSERT INTO \(table) (name) VALUES ('Jazz')")
      run.expect(throws: .constraint(.notNull)) { try run.db.execute("INSERT INTO \(table) (name) VALUES (NULL)") }
      run.expect(try run.db.execute("UPDATE \(table) SET name = 'Soul'").lastID, equals: nil)
    },
    ConformanceCase("keys.changed.insert", "An insertion tells how many rows it made.") { run in
      let table = try run.numbers(3)
      run.expect(try run.db.execute("INSERT INTO \(table) (n) VALUES (10)").changed, equals: 1)
    },
    ConformanceCase("keys.changed.update", "An update tells how many rows it matched, also where they stay the same.") {
      run in
      let table = try run.tracks()
      run.expect(try run.db.execute("UPDATE \(table) SET album = 1 WHERE album = 1").changed, equals: 2)
      run.expect(try run.db.execute("UPDATE \(table) SET album = 1 WHERE id < 0").changed, equals: 0, "none")
    },
    ConformanceCase("keys.changed.delete", "A deletion tells how many rows it removed, also without a condition.") {
      run in
      let table = try run.numbers(5)
      run.expect(try run.db.execute("DELETE FROM \(table) WHERE n > 3").changed, equals: 2)
      run.expect(try run.db.execute("DELETE FROM \(table)").changed, equals: 3, "without a condition")
      run.expect(try run.db.execute("DELETE FROM \(table)").changed, equals: 0, "from an empty table")
    },
    ConformanceCase("keys.changed.schema", "A statement that makes a table changed no rows.") { run in
      let table = run.reserve()
      try run.db.execute("INSERT INTO \(try run.numbers(1)) (n) VALUES (7)")
      run.expect(try run.db.execute("CREATE TABLE \(table) (n INTEGER)").changed, equals: 0)
    },
    ConformanceCase("keys.batch", "A batch of insertions makes as many different keys.") { run in
      let table = try run.genres()
      let insert = try run.db.prepare("INSERT INTO \(table) (name) VALUES (?)")
      run.expect(try insert.executeMany((1...50).map { ["n\($0)"] }), equals: 50)
      run.expect(Set(try run.db.query(Int.self, "SELECT id FROM \(table)")).count, equals: 50)
    },
    ConformanceCase("keys.returning", "Rows that are inserted can be returned.", needs: [.returning]) { run in
      let table = try run.genres()
      let made = try run.db.query("INSERT INTO \(table) (name) VALUES (?), (?) RETURNING id, name", "Blues", "Soul")
      run.expect(try made["name"].get(as: String.self), equals: ["Blues", "Soul"])
      run.expect(
        try made["id"].get(as: Int.self), equals: try run.db.query(Int.self, "SELECT id FROM \(table) ORDER BY id"))
      run.expect(made.changed, equals: 2, "rows that were inserted")
    },
    ConformanceCase("keys.returning.delete", "Rows that are deleted can be returned.", needs: [.returning]) { run in
      let table = try run.tracks()
      run.expect(
        try run.db.first(String.self, "DELETE FROM \(table) WHERE id = 2 RETURNING title"), equals: "Naima")
      run.expect(try run.db.first(Int.self, "SELECT COUNT(*) FROM \(table)"), equals: 3)
    },
    ConformanceCase(
      "keys.returning.refused", "Where rows can't be returned, RETURNING is an error.", without: .returning
    ) {
      run in
      let table = try run.genres()
      run.expect(throws: .syntax, .unsupported) {
        try run.db.query("INSERT INTO \(table) (name) VALUES ('Jazz') RETURNING id")
      }
      run.expect(try run.db.first(Int.self, "SELECT COUNT(*) FROM \(table)"), equals: 0, "rows")
    },
  ]
}

extension ConformanceRun {
  /// A table whose keys the database makes: columns id and name, which is not NULL.
  func genres() throws -> ConformanceTable {
    try table(.generatedKey("id"), .required("name", .text(maximum: 40)))
  }
}
