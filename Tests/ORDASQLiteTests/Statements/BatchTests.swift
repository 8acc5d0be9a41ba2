import ORDA
import Testing

@Suite("Batches")
struct BatchTests {
  static let table: SQL = "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE)"

  @Test func `All elements, and how many rows were changed`() throws {
    for db in try TestDatabase.both(Self.table) {
      let insert = try db.prepare("INSERT INTO t (name) VALUES (?)")
      #expect(try insert.executeMany((0..<1000).map { ["n\($0)"] as Parameters }) == 1000)
      #expect(try insert.executeMany(["a", "b"]) { name, parameters in try parameters.bind(name) } == 2)
      #expect(try insert.executeMany([Parameters]()) == 0)
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 1002)
      #expect(try db.prepare("UPDATE t SET name = name WHERE id > ?").executeMany([[1000], [0]]) == 1004)
    }
  }

  @Test func `A failure names its element, and nothing is left`() throws {
    for db in try TestDatabase.both(Self.table) {
      let insert = try db.prepare("INSERT INTO t (name) VALUES (?)")
      let error = try #require(
        #expect(throws: DatabaseError.self) { try insert.executeMany([["a"], ["b"], ["a"], ["c"]] as [Parameters]) })
      #expect(error.kind == .constraint(.unique))
      #expect(error.batchIndex == 2)
      #expect(error.column == "name")
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 0)
      let bad = try #require(
        #expect(throws: DatabaseError.self) { try insert.executeMany([["a"], ["b", "c"]] as [Parameters]) })
      #expect(bad.kind == .misuse)
      #expect(bad.batchIndex == 1)
      let index = try #require(
        #expect(throws: DatabaseError.self) {
          try insert.executeMany(["a", "b"]) { name, parameters in try parameters.bind(name, at: name == "b" ? 1 : 0) }
        })
      #expect(index.code == .badBindIndex)
      #expect(index.batchIndex == 1)
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 0)
      try insert.execute("later")
      #expect(try db.query(String.self, "SELECT name FROM t") == ["later"])
    }
  }

  @Test func `Inside a transaction only the batch is undone`() throws {
    for db in try TestDatabase.both(Self.table) {
      try db.transaction { tx in
        let insert = try tx.prepare("INSERT INTO t (name) VALUES (?)")
        try insert.execute("before")
        _ = #expect(throws: DatabaseError.self) { try insert.executeMany([["a"], ["before"]] as [Parameters]) }
        #expect(try tx.query(String.self, "SELECT name FROM t") == ["before"])
        try insert.executeMany([["b"], ["c"]] as [Parameters])
      }
      #expect(try db.query(String.self, "SELECT name FROM t ORDER BY name") == ["b", "before", "c"])
    }
  }

  @Test func `Codable elements, by name, also where a name stands twice`() throws {
    struct Song: Codable {
      var id: Int?
      var name: String
    }
    let db = try TestDatabase.memory("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, again TEXT, fixed TEXT)")
    let fixed = "fixed"
    let insert = try db.prepare("INSERT INTO t (name, id, again, fixed) VALUES (:name, :id, :name, \(fixed))")
    #expect(try insert.executeMany([Song(id: 7, name: "a"), Song(id: nil, name: "b")]) == 2)
    #expect(try db.query("SELECT * FROM t").rows.map(\.values) == [[7, "a", "a", "fixed"], [8, "b", "b", "fixed"]])
  }

  @Test func `Interpolated values are bound for each element`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (a, b)")
    let a = "const"
    let insert = try db.prepare("INSERT INTO t VALUES (\(a), ?)")
    #expect(try insert.executeMany([[1], [2]] as [Parameters]) == 2)
    #expect(try db.query("SELECT * FROM t").rows.map(\.values) == [["const", 1], ["const", 2]])
    // By index it can't be: a place of the text is not a place of the program's.
    let error = try #require(
      #expect(throws: DatabaseError.self) { try insert.executeMany([1]) { try $1.bind($0) } })
    #expect(error.kind == .misuse)
  }

  @Test func `Rows that a batch returns are passed over`() throws {
    let db = try TestDatabase.memory(Self.table)
    let insert = try db.prepare("INSERT INTO t (name) VALUES (?), (?) RETURNING id")
    #expect(try insert.executeMany([["a", "b"], ["c", "d"]] as [Parameters]) == 4)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 4)
  }
}
