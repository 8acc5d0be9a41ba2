import ORDA
import Testing

@testable import ORDASQLite

@Suite("Schemas of one connection")
struct SQLiteSchemaNamesTests {
  let database: RawSQLite

  init() throws {
    database = try RawSQLite(running: [
      "ATTACH ':memory:' AS \"Second \"\" one\"", "ATTACH ':memory:' AS third",
      "CREATE TABLE both (inMain)", "CREATE TEMP TABLE both (inTemp)",
      "CREATE TABLE \"Second \"\" one\".both (inSecond)",
      "CREATE TABLE \"Second \"\" one\".other (a PRIMARY KEY, b REFERENCES both (INSECOND))",
      "CREATE UNIQUE INDEX \"Second \"\" one\".others ON other (b) WHERE b > 1",
      "CREATE TABLE third.other (c)", "CREATE TEMP VIEW seen AS SELECT 1 AS one",
    ])
  }

  @Test func `Schemas are listed, main first`() throws {
    #expect(try database.schema.schemas() == ["main", "Second \" one", "third", "temp"])
  }

  @Test func `Each schema has its own tables`() throws {
    #expect(try database.schema.tables().map(\.name) == ["both"])
    #expect(try database.schema.tables(in: "TEMP") == [TableName(schema: "temp", name: "both")])
    #expect(try database.schema.tables(in: "second \" one").map(\.name) == ["both", "other"])
    #expect(try database.schema.views(in: "temp").map(\.name) == ["seen"])
    #expect(try database.schema.views() == [])
  }

  @Test func `An unqualified name means what it means in a statement`() throws {
    #expect(try database.schema.resolve("BOTH") == TableName(schema: "temp", name: "both"))
    #expect(try database.schema.resolve("other") == TableName(schema: "Second \" one", name: "other"))
    #expect(try database.schema.description(of: "both")?.columnNames == ["inTemp"])
    #expect(try database.schema.description(of: "both", in: "main")?.columnNames == ["inMain"])
    #expect(try database.schema.description(of: "both", in: "second \" ONE")?.columnNames == ["inSecond"])
    #expect(try database.schema.description(of: "other", in: "third")?.columnNames == ["c"])
    #expect(try database.query("SELECT inTemp FROM both").isEmpty)
  }

  @Test func `An attached table is described from its own schema`() throws {
    let table = try #require(try database.schema.description(of: "other"))
    #expect(table.sql == "CREATE TABLE other (a PRIMARY KEY, b REFERENCES both (INSECOND))")
    #expect(table.primaryKey == ["a"])
    #expect(table.indexes.map(\.predicate) == [nil, "b > 1"])
    #expect(
      table.foreignKeys == [
        ForeignKey(
          columns: ["b"], referencedTable: TableName(schema: "Second \" one", name: "both"),
          referencedColumns: ["inSecond"])
      ])
  }
}
