import Testing

@testable import ORDA

@Suite("Lists in one parameter")
struct ListTests {
  private var takingLists: FakeDatabase {
    FakeDatabase(capabilities: [.transactionalDDL, .savepoints, .interleaving, .cancellation, .lists])
  }

  /// A text as a driver that takes lists would write it.
  private func written(_ sql: SQL, _ dialect: Dialect = .standard) throws -> (text: String, lists: [ListParameter]) {
    let parsed = try ParsedStatement.parse(
      sql.render(dialect), interpolations: sql.bindings.count, lists: sql.lists, dialect: dialect)
    var request = PrepareRequest(sql: parsed.text, keyword: parsed.keyword, isPersistent: true)
    request.lists = parsed.lists
    let text = try request.sql { (list, parameter) throws(DatabaseError) in
      "(\(list.index):\(list.shape.columnCount) \(parameter))"
    }
    return (text, parsed.lists)
  }

  @Test func aListIsOneParameterWithAPlaceInTheText() throws {
    let (text, lists) = try written(
      "SELECT é FROM t WHERE a = \(1) AND b IN \(list: [1, 2]) AND c IN \(list: ["x"]) OR d = ?")
    #expect(text == "SELECT é FROM t WHERE a = ? AND b IN (1:1 ?) AND c IN (2:1 ?) OR d = ?")
    #expect(lists.map(\.shape.kinds) == [[.int], [.text]])
  }

  @Test func aListIsWrittenByItsNumberWhereParametersHaveOne() throws {
    let dialect = Dialect(parameterStyle: .dollarNumbers)
    let (text, _) = try written(";; SELECT 1 WHERE $1 = 2 AND 3 IN\(list: [1])AND $1 = 4", dialect)
    #expect(text == "SELECT 1 WHERE $1 = 2 AND 3 IN (1:1 $2) AND $1 = 4")
  }

  @Test func aPieceKeepsItsLists() throws {
    let condition: SQL = "id IN \(list: [1, 2])"
    let both: SQL = "SELECT \(identifier: "a") FROM t WHERE \(condition) AND x = \(3)"
    #expect(try written(both).text == "SELECT \"a\" FROM t WHERE id IN (0:1 ?) AND x = ?")
    #expect(try written("SELECT 1 WHERE " + condition).text == "SELECT 1 WHERE id IN (0:1 ?)")
    #expect(try written([condition, condition].joined(separator: " OR ")).lists.count == 2)
  }

  @Test func theShapeIsThatOfTheType() throws {
    let mixed: [any ValueConvertible] = [1, "a"]
    #expect(ValueList([Int]()).shape == ListShape(kinds: [.int]))
    #expect(ValueList([1, nil] as [Int?]).shape == ListShape(kinds: [.int]))
    #expect(ValueList([UInt64.max]).shape == ListShape(kinds: [.uint]))
    #expect(ValueList(mixed).shape == ListShape(kinds: [nil]))
    #expect(ValueList([Value.int(1)]).shape == ListShape(kinds: [nil]))
    #expect(ValueList(rows: [(1, "a", 2.5)]).shape == ListShape(kinds: [.int, .text, .double]))
    let sql: SQL = "\(list: [(1, "a")])"
    #expect((sql.bindings.first as? ValueList)?.shape == ListShape(kinds: [.int, .text]))
  }

  @Test func aListTellsItsColumn() throws {
    let name = ColumnName("na.me", of: TableName(name: "per son"))
    let (text, lists) = try written(
      """
      SELECT 1 WHERE a IN \(list: ["x"], of: "person.name") OR b IN \(list: [1], of: "m.t.id") OR c IN \(list: [2]) \
      OR d IN \(list: String.self, of: name) OR e IN \(list: ["y", 2], of: name)
      """)
    #expect(
      text == "SELECT 1 WHERE a IN (0:1 ?) OR b IN (1:1 ?) OR c IN (2:1 ?) OR d IN (3:1 ?) OR e IN (4:1 ?)")
    let id = ColumnName("id", of: TableName(schema: "m", name: "t"))
    #expect(lists.map(\.column) == [ColumnName("name", of: TableName(name: "person")), id, nil, name, name])
    #expect(lists.map(\.shape.kinds) == [[.text], [.int], [.int], [.text], [nil]])
  }

  @Test func listsOfOtherColumnsAreOtherStatements() throws {
    let fake = takingLists
    let db = try fake.open()
    fake.forget()
    for _ in 1...2 {
      try db.execute("DELETE FROM a WHERE b IN \(list: ["x"], of: "a.b")")
      try db.execute("DELETE FROM a WHERE b IN \(list: ["x"], of: "a.c")")
      try db.execute("DELETE FROM a WHERE b IN \(list: ["x"])")
    }
    #expect(fake.calls.filter { $0.hasPrefix("prepare") }.count == 3)
    #expect(fake.calls.filter { $0 == "run DELETE FROM a WHERE b IN ? ['[x]']" }.count == 6)
  }

  @Test(arguments: ["", "name", "person.", ".name", ".person.name", "a.b.c.d"] as [ColumnName])
  func aNameThatIsNoColumnsIsRefused(_ name: ColumnName) throws {
    let fake = takingLists
    let db = try fake.open()
    let error = #expect(throws: DatabaseError.self) { try db.query("SELECT 1 WHERE a IN \(list: ["x"], of: name)") }
    #expect(error?.kind == .misuse)
    #expect(error?.message.contains("table.column") == true)
  }

  @Test func aListOfRowsNamesNoColumn() throws {
    let fake = takingLists
    let db = try fake.open()
    let rows = ValueList(rows: [(1, "x")])
    let error = #expect(throws: DatabaseError.self) {
      try db.query("SELECT 1 WHERE (a, b) IN \(list: rows, of: "t.a")")
    }
    #expect(error?.kind == .misuse)
  }

  @Test func aRowOfAnotherLengthIsRefused() {
    let error = #expect(throws: DatabaseError.self) { try ValueList(rows: [[1, 2], [3]], columns: 2) }
    #expect(error?.kind == .misuse)
    #expect(error?.message.contains("row 2") == true)
  }

  @Test func listsOfAllLengthsAreOneStatement() throws {
    let fake = takingLists
    let db = try fake.open()
    fake.forget()
    for count in [3, 0, 1, 500] { try db.execute("DELETE FROM a WHERE b IN \(list: Array(0..<count))") }
    #expect(fake.calls.filter { $0.hasPrefix("prepare") } == ["prepare DELETE FROM a WHERE b IN ?"])
    #expect(fake.calls.filter { $0.hasPrefix("run") }.first == "run DELETE FROM a WHERE b IN ? ['[0, 1, 2]']")
    // A list of another type is another statement for a database that has to be told the type.
    try db.execute("DELETE FROM a WHERE b IN \(list: ["x"])")
    #expect(fake.calls.filter { $0.hasPrefix("prepare") }.count == 2)
  }

  @Test func anOpenPlaceTakesAnotherListEachTime() throws {
    let fake = takingLists
    let db = try fake.open()
    let statement = try db.prepare("DELETE FROM a WHERE b IN \(list: Int.self) AND c = \(7) AND d = ?")
    fake.forget()
    try statement.execute(ValueList([1]), "x")
    try statement.execute(ValueList([2, 3]), "y")
    #expect(
      fake.calls == [
        "run DELETE FROM a WHERE b IN ? AND c = ? AND d = ? ['[1]', 7, 'x']",
        "run DELETE FROM a WHERE b IN ? AND c = ? AND d = ? ['[2, 3]', 7, 'y']",
      ])
    #expect(throws: DatabaseError.self) { try statement.execute(ValueList([1])) }
    // The same text with a list of its own has no place left.
    try db.execute("DELETE FROM a WHERE b IN \(list: [4]) AND c = \(7) AND d = ?", "z")
    #expect(fake.calls.last == "run DELETE FROM a WHERE b IN ? AND c = ? AND d = ? ['[4]', 7, 'z']")
  }

  @Test func aDriverWithoutListsRefusesThem() throws {
    let fake = FakeDatabase(capabilities: [.transactionalDDL, .savepoints, .interleaving, .cancellation])
    let db = try fake.open()
    fake.forget()
    let error = #expect(throws: DatabaseError.self) { try db.query("SELECT 1 WHERE 1 IN \(list: [1])") }
    #expect(error?.kind == .unsupported)
    #expect(error?.message.contains("\\(in:)") == true)
    #expect(fake.calls == [])
  }

  @Test func aListInAValuesPlaceIsRefused() throws {
    let fake = takingLists
    let db = try fake.open()
    let error = #expect(throws: DatabaseError.self) { try db.execute("UPDATE a SET b = ?", ValueList([1])) }
    #expect(error?.kind == .misuse)
    #expect(error?.message.contains("\\(list:)") == true)
  }

  @Test func aListGoesThroughTheCoresOwnStatements() throws {
    // One that gives one result at a time, and one that prepares for kinds of values.
    for fake in [
      FakeDatabase(capabilities: [.transactionalDDL, .savepoints, .cancellation, .lists]),
      FakeDatabase(capabilities: [.transactionalDDL, .savepoints, .interleaving, .lists], preparesForKinds: true),
    ] {
      let db = try fake.open()
      fake.forget()
      for ids in [[1, 2], [3]] { try db.execute("DELETE FROM a WHERE b IN \(list: ids) AND c = \(5)") }
      #expect(
        fake.calls.filter { $0.hasPrefix("run") } == [
          "run DELETE FROM a WHERE b IN ? AND c = ? ['[1, 2]', 5]",
          "run DELETE FROM a WHERE b IN ? AND c = ? ['[3]', 5]",
        ])
      #expect(fake.calls.count { $0.hasPrefix("prepare") } == 1)
      #expect(throws: DatabaseError.self) { try db.execute("UPDATE a SET b = ?", ValueList([1])) }
    }
  }

  @Test func aListInQuotesIsRefused() throws {
    let fake = takingLists
    let db = try fake.open()
    let error = #expect(throws: DatabaseError.self) { try db.query("SELECT '\(list: [1])'") }
    #expect(error?.kind == .misuse)
  }
}
