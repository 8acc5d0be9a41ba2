import Foundation
import ORDA
import Testing

@Suite("Descriptions of databases") struct DatabaseDescriptionTests {
  static let track = TableDescription(
    name: "track", attributes: [.strict, .neverReusesKeys],
    columns: [
      ColumnDescription(
        name: "id", declaredType: "INTEGER", isNullable: false, primaryKeyPosition: 1, isAutoIncrement: true),
      ColumnDescription(
        name: "title", declaredType: "TEXT", defaultValue: "'x'", collation: "NOCASE", comment: "what it is called"),
      ColumnDescription(name: "v", declaredType: "", generated: .virtual(expression: "id * 2")),
      ColumnDescription(name: "s", declaredType: "INT", generated: .stored(expression: nil), isHidden: true),
    ], primaryKey: ["id"],
    foreignKeys: [
      ForeignKey(columns: ["id"], referencedTable: TableName(schema: "b", name: "a"), referencedColumns: []),
      ForeignKey(
        name: "f", columns: ["id"], referencedTable: "album", referencedColumns: ["id"], onUpdate: .setNull,
        onDelete: .cascade, isDeferred: true),
    ],
    indexes: [
      IndexDescription(
        name: "i",
        columns: [
          .init(.column("title"), isDescending: true, collation: "NOCASE"), .init(.expression("lower(title)")),
          .init(.expression(nil)),
        ], isUnique: true, isPartial: true, predicate: "id > 3"),
      IndexDescription(name: "pk", columns: [.init(.column("id"))], isUnique: true, isPrimaryKey: true),
    ], uniqueConstraints: [UniqueConstraint(name: "u", columns: ["title"])],
    checkConstraints: [CheckConstraint(expression: "id > 0", column: "id")], triggers: ["told"], sql: "CREATE …")

  private static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  @Test func `Everything comes back from JSON`() throws {
    let view = TableDescription(name: "seen", kind: .view, columns: [])
    let whole = DatabaseDescription(tables: [Self.track, view])
    #expect(whole.tables.map(\.name) == ["seen", "track"])
    let data = try Self.encoder().encode(whole)
    #expect(try JSONDecoder().decode(DatabaseDescription.self, from: data) == whole)
  }

  @Test func `What is empty, false or unknown is left out of the JSON`() throws {
    let plain = TableDescription(
      name: "t", columns: [ColumnDescription(name: "a", declaredType: "INT")],
      foreignKeys: [ForeignKey(columns: ["a"], referencedTable: "u", referencedColumns: ["b"])],
      indexes: [IndexDescription(name: "i", columns: [.init(.column("a"))])])
    let text = String(decoding: try Self.encoder().encode(DatabaseDescription(tables: [plain])), as: UTF8.self)
    #expect(
      text == """
        {"tables":[{"columns":[{"declaredType":"INT","isNullable":true,"name":"a"}],\
        "foreignKeys":[{"columns":["a"],"referencedColumns":["b"],"referencedTable":"u"}],\
        "indexes":[{"columns":[{"column":"a"}],"name":"i"}],"kind":"table","name":"t"}]}
        """)
  }

  @Test func `Words of a later version are passed over`() throws {
    let text = #"{"name":"t","attributes":["strict","cold"],"columns":[],"temperature":3}"#
    let table = try JSONDecoder().decode(TableDescription.self, from: Data(text.utf8))
    #expect(table == TableDescription(name: "t", attributes: .strict, columns: []))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(TableDescription.self, from: Data(#"{"columns":[]}"#.utf8))
    }
  }

  @Test func `A table is found by its name, however it is spelled`() {
    let schema = DatabaseDescription(
      tables: ["Track", "track", "Album"].map { TableDescription(name: $0, columns: []) })
    #expect(schema.table(named: "track")?.name == "track")
    #expect(schema.table(named: "ALBUM")?.name == "Album")
    #expect(schema.table(named: "genre") == nil)
  }

  @Test func `Tables come after those that they refer to`() {
    func table(_ name: TableName, _ others: TableName...) -> TableDescription {
      TableDescription(
        name: name, columns: [],
        foreignKeys: others.map { ForeignKey(columns: ["a"], referencedTable: $0, referencedColumns: ["a"]) })
    }
    let sorted = [table("a", "b", "a"), table("b", "c", "missing"), table("c", "a"), table("d")].sortedByReferences()
    #expect(sorted.map(\.name) == ["c", "b", "a", "d"])
  }
}
