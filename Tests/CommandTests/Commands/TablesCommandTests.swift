import ORDA
import Testing

@testable import Command

@Suite struct TablesCommandTests {
  private let database = ScriptedDatabase()
  private let terminal = Terminal(isTerminal: false, reportedWidth: nil) { $0 == "LC_ALL" ? "C" : nil }

  init() {
    database.facts = [
      TableFacts(
        name: "Genre", kind: "table",
        columns: [
          TableFacts.Column(name: "id", type: "INTEGER", isNullable: false, isKey: true),
          TableFacts.Column(name: "name", type: "TEXT", isNullable: true, isKey: false),
        ])
    ]
  }

  private func run(_ table: String?) throws -> String {
    var text = ""
    try TablesCommand.run(table, on: database, terminal: terminal) { text += $0 }
    return text
  }

  @Test func allTables() throws {
    #expect(
      try run(nil) == """
        +-------+-------+----------+
        | table | kind  | columns  |
        +-------+-------+----------+
        | Genre | table | id, name |
        +-------+-------+----------+
        1 table

        """)
  }

  @Test func oneTableByAnySpelling() throws {
    #expect(
      try run("genre") == """
        +--------+---------+------+-----+
        | column | type    | NULL | key |
        +--------+---------+------+-----+
        | id     | INTEGER | no   | key |
        | name   | TEXT    | yes  |     |
        +--------+---------+------+-----+

        """)
  }

  @Test func aTableThatIsNotThere() {
    #expect { try run("nope") } throws: { ($0 as? DatabaseError)?.kind == .noSuchTable }
  }
}
