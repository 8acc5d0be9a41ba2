import Testing

@testable import ORDA

/// What a live result concludes from the text of its condition.
@Suite("Names in conditions") struct ConditionNamesTests {
  private let plan = TablePlan(FakeTable.definition, identity: FakeTable.name, dialect: .standard, takesLists: true)

  private func names(_ sql: SQL) throws -> ConditionNames { try ConditionNames(sql, .standard, plan) }

  @Test(
    "The columns that a text is about, where all of it is understood",
    arguments: [
      ("age >= 18 AND name LIKE 'A%'", [1, 2]), ("\"age\" IS NOT NULL", [2]), ("genre.age = ?", [2]),
      ("lower(NAME) = 'x' OR id IN (1, 2)", [0, 1]), ("name COLLATE NOCASE DESC, age", [1, 2]),
      ("CASE WHEN age > 1 THEN 0 ELSE 1 END", [2]), ("1 = 1 -- name", []), ("'name' = ''", []),
    ])
  func columns(text: String, expected: [Int]) throws {
    #expect(try names(SQL(text: text)).columns?.columns == expected)
  }

  @Test(
    "Where something may be about other columns, all are taken",
    arguments: [
      "rowid > 5", "my_function(id) = 1", "id IN (SELECT 1)", "EXISTS (SELECT 1 FROM other)", "name MATCH 'x'",
      "id IN other", "nonsense", "\"my_function\"(id)",
    ])
  func unknown(text: String) throws { #expect(try names(SQL(text: text)).columns == nil) }

  @Test("Tables are looked for among the names where there may be some")
  func tables() throws {
    let subquery = try names("id IN (SELECT x FROM aux.\"the other\", \"an\"\"other\" WHERE age = 1)")
    #expect(subquery.readsTables)
    #expect(subquery.names.contains(TableName(schema: "aux", name: "the other")))
    #expect(subquery.names.contains(TableName(name: "an\"other")))
    #expect(try names("id IN other").readsTables)
    #expect(try !names("id IN (1, 2)").readsTables)
    #expect(throws: DatabaseError.self) { _ = try names("name = 'open") }
  }

  @Test("An order by the place of a column is noticed")
  func places() throws {
    for text in ["1", "2 DESC", "name, 3", "name, 3 COLLATE NOCASE"] {
      #expect(try names(SQL(text: text)).ordersByPlace, "\(text)")
    }
    for text in ["name", "age + 1", "substr(name, 1)", "1 + age"] {
      #expect(try !names(SQL(text: text)).ordersByPlace, "\(text)")
    }
  }
}
