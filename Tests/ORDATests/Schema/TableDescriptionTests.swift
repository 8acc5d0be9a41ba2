import ORDA
import Testing

@Suite("Descriptions of tables")
struct TableDescriptionTests {
  @Test func `A name is written with its schema, where it has one`() {
    #expect("\(TableName(schema: "main", name: "Track"))" == "main.Track")
    #expect("\(TableName(name: "Track"))" == "Track")
    #expect(TableName(name: "Track") != TableName(name: "track"))
  }

  @Test func `The names that the original asked for`() {
    let table = TableDescription(
      name: TableName(name: "t"),
      columns: [
        ColumnDescription(name: "a", declaredType: "INT"), ColumnDescription(name: "A", declaredType: "TEXT"),
        ColumnDescription(name: "h", declaredType: "", isHidden: true),
      ],
      primaryKey: ["b", "a"],
      foreignKeys: ["z", "c", "z"].map {
        ForeignKey(columns: ["a"], referencedTable: TableName(schema: "main", name: $0), referencedColumns: ["id"])
      })
    #expect(table.columnNames == ["a", "A"])
    #expect(table.primaryKeyNames == ["b", "a"])
    #expect(table.foreignKeyTableNames == ["c", "z"])
    #expect(table.column(named: "A")?.declaredType == "TEXT")
    #expect(table.column(named: "H")?.name == "h")
    #expect(table.column(named: "x") == nil)
  }

  @Test func `Unique constraints follow from the indexes that amount to one`() {
    let a: [IndexDescription.Part] = [.init(.column("a")), .init(.column("b"), isDescending: true)]
    let table = TableDescription(
      name: TableName(name: "t"), columns: [],
      indexes: [
        IndexDescription(name: "whole", columns: a, isUnique: true),
        IndexDescription(name: "key", columns: a, isUnique: true, isPrimaryKey: true),
        IndexDescription(name: "some", columns: a, isUnique: true, isPartial: true),
        IndexDescription(name: "plain", columns: a),
        IndexDescription(name: "computed", columns: [.init(.expression("a + 1"))], isUnique: true),
      ])
    #expect(table.uniqueConstraints == [UniqueConstraint(name: "whole", columns: ["a", "b"])])
    #expect(table.indexes.map(\.columnNames) == [["a", "b"], ["a", "b"], ["a", "b"], ["a", "b"], nil])
  }
}
