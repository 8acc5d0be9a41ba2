import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("What foreign keys change besides") struct CascadesTests {
  private static func name(_ name: String) -> TableName { TableName(schema: "s", name: name) }

  private static let cascades = Cascades([
    .init(child: name("album"), parent: name("artist"), columns: ["id"], actsOnUpdate: true, actsOnDelete: false),
    .init(child: name("track"), parent: name("album"), columns: ["id"], actsOnUpdate: false, actsOnDelete: true),
    .init(child: name("node"), parent: name("node"), columns: ["id"], actsOnUpdate: false, actsOnDelete: true),
  ])

  private func unknown(_ table: String, _ kind: RowChange.Kind, _ columns: [Int]?) -> Set<String> {
    let layout = RowLayout(
      table: Self.name(table), identity: Self.name(table), columns: ["id", "name"], keyColumns: ["id"])
    var batch = ChangeBatch(
      origin: .elsewhere,
      rows: [RowChange(kind: kind, layout: layout, key: RowKey(1), cells: columns?.map { ChangedCell(column: $0) })])
    Self.cascades.extend(&batch)
    return Set(batch.unknown.tables.map(\.name))
  }

  @Test("depends on the rule, the columns, and what refers to what was changed")
  func tables() {
    #expect(unknown("artist", .update, [0]) == ["album", "track"])
    #expect(unknown("artist", .update, [1]) == [])
    #expect(unknown("artist", .update, nil) == ["album", "track"])
    #expect(unknown("artist", .delete, [0, 1]) == [])
    #expect(unknown("album", .delete, [0, 1]) == ["track"])
    #expect(unknown("album", .update, [0]) == [])
    #expect(unknown("album", .insert, [0, 1]) == [])
    #expect(unknown("node", .delete, [0, 1]) == ["node"])
  }

  @Test("A table of which only that it changed is known, and what is needed to hear of a table")
  func vague() {
    var batch = ChangeBatch(origin: .elsewhere, unknown: UnknownTables(tables: [Self.name("artist")]))
    Self.cascades.extend(&batch)
    #expect(batch.unknown.tables == Set(["artist", "album", "track"].map(Self.name)))
    #expect(
      Self.cascades.withAncestors(of: [Self.name("track")]) == Set(["artist", "album", "track"].map(Self.name)))
  }
}
