import ORDA
import Testing

@testable import SourceCheck

/// Judging by descriptions alone, without a database and without a parser of Swift.
@Suite("Results that are described") struct DescribedResultTests {
  private static let note = TableDescription(
    name: TableName(name: "note"),
    columns: [
      ColumnDescription(name: "id", declaredType: "INTEGER", isNullable: false),
      ColumnDescription(name: "body", declaredType: "TEXT", isNullable: true),
    ])

  private static func findings(_ type: ReadType, _ sql: String, _ names: String...) throws -> [String] {
    let columns = names.map { name in
      let declared = note.column(named: name)
      return Column(
        name: name, declaredType: declared?.declaredType, table: declared.map { _ in "note" }, origin: declared?.name)
    }
    let judge = ResultJudge(
      columns: columns, text: StatementText(sql, dialect: .standard), facts: SchemaFacts([note]), types: TypeCatalog(),
      isStrict: false, path: "a.swift", scope: "", keys: .exact)
    return try judge.judge(type).map(\.message)
  }

  @Test("Types, NULL and the number of columns are compared")
  func columns() throws {
    let both = ReadType.tuple([.named("Int"), .optional(.named("String"))])
    #expect(try Self.findings(both, "SELECT id, body FROM note", "id", "body") == [])
    #expect(
      try Self.findings(both, "SELECT id FROM note", "id")
        == ["the statement gives 1 column, and (Int, String?) reads 2"])
    #expect(
      try Self.findings(.named("String"), "SELECT id FROM note", "id")
        == ["column id of note is INTEGER, which can't be read as String"])
    #expect(
      try Self.findings(.named("String"), "SELECT body FROM note", "body")
        == ["column body of note may be NULL, and String can't be; read it as String?"])
    #expect(try Self.findings(.named("String"), "SELECT body FROM note WHERE body > 'a'", "body") == [])
  }

  @Test(
    "A text is SQL by its first words",
    arguments: [
      ("SELECT 1", true), ("  -- all\n select id from note", true), ("(SELECT 1)", true),
      ("/* a */ WITH a AS (SELECT 1)", true),
      ("SELCT id FROM note", true), ("Select All", false), ("select me", false), ("update available", false),
      ("insert coin", false), ("id = 1", false), ("", false), ("with love", false),
    ])
  func words(_ text: String, _ isSQL: Bool) {
    #expect(StatementWords.begin(text) == isSQL)
  }
}
