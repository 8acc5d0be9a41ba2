#if PostgreSQL
  import ORDA
  import PostgreSQLTestServer
  import Testing

  @testable import Command

  /// What becomes of a value of each of PostgreSQL's types in a file, and in another database.
  @Suite("A table with a column for each of PostgreSQL's types") struct PostgreSQLTypeFilesTests {
    /// The column for each sample: `c0`, `c1`, …
    private static let columns = TypeSample.all.enumerated().map { "c\($0.offset) \($0.element.type)" }
    private static let create = "CREATE TABLE every (id integer PRIMARY KEY, \(columns.joined(separator: ", ")))"

    /// A row of the samples, and a row of NULLs.
    private static let rows = """
      INSERT INTO every VALUES (1, \(TypeSample.all.map { "'\($0.text.replacing("'", with: "''"))'" }.joined(separator: ", ")));
      INSERT INTO every (id) VALUES (2);
      """

    private let databases: CopyDatabases
    private let source: String

    init() throws {
      databases = try CopyDatabases()
      source = try databases.made(
        .postgresql, SQL(text: [TypeSample.setup, Self.create, Self.rows].joined(separator: ";\n")))
    }

    /// The columns of the first row that differ between two tables, as the server writes their values.
    private func differences(_ url: String, _ other: (url: String, table: String)) throws -> [String] {
      func texts(_ url: String, _ table: String) throws -> [String: String] {
        try databases.open(url) { db in
          let list = TypeSample.all.indices.map { "format('%s', c\($0))" }.joined(separator: ", ")
          let row = try #require(try db.query(SQL(text: "SELECT \(list) FROM \(table) WHERE id = 1")).rows.first)
          let samples = TypeSample.all.map(\.description)
          return Dictionary(zip(samples, row.values.map(\.description))) { first, _ in first }
        }
      }
      let (expected, found) = (try texts(url, "every"), try texts(other.url, other.table))
      #expect(expected.count == TypeSample.all.count)
      return expected.filter { found[$0.key] != $0.value }.map { "\($0.key): \(found[$0.key] ?? "")" }.sorted()
    }

    @Test("is the same after an export and an import", arguments: ["csv", "tsv", "json", "jsonl"])
    func files(format: String) async throws {
      let orda = BuiltProgram(name: "orda")
      let file = "every.\(format)"
      let exported = try await orda.run(["export", source, "every", file, "--quiet"], in: databases.folder)
      #expect(exported.status == 0, "\(exported.error)")
      try databases.open(source) { _ = try $0.executeScript("CREATE TABLE again (LIKE every INCLUDING ALL)") }
      let imported = try await orda.run(["import", source, "again", file, "--quiet"], in: databases.folder)
      #expect(imported.status == 0, "\(imported.error)")
      #expect(try differences(source, (source, "again")) == [])
      #expect(
        try databases.rows(source, "SELECT count(*) FROM again WHERE id = 2 AND num_nonnulls(again.*) = 1") == [["1"]])
    }

    @Test("is the same after a copy")
    func copy() async throws {
      let target = try databases.made(.postgresql, SQL(text: TypeSample.setup))
      let run = try await databases.copy(source, target)
      #expect(run.status == 0, "\(run.error)")
      #expect(try differences(source, (target, "every")) == [])
    }

    @Test("has types that read it in the code that generate writes")
    func generate() async throws {
      let url = try databases.made(
        .postgresql,
        """
        CREATE TYPE mood AS ENUM ('sad');
        CREATE TABLE track (
          id integer PRIMARY KEY, tags text[] NOT NULL, counts bigint[] NOT NULL, prices numeric(10,2)[], codes character(3)[],
          keys uuid[], parts bytea[], seen timestamptz[], length interval NOT NULL, mood mood NOT NULL, host inet, range int4range)
        """)
      let run = try await BuiltProgram(name: "orda").run(["generate", url, "track"], in: databases.folder)
      #expect(run.status == 0, "\(run.error)")
      for line in [
        "import Foundation", "  var id: Int", "  var tags: JSON<[String]>", "  var counts: JSON<[Int]>",
        "  var prices: JSON<[ExactDecimal]>?", "  var codes: JSON<[String]>?", "  var keys: JSON<[UUID]>?",
        "  var parts: JSON<[Data]>?", "  var seen: JSON<[Instant]>?", "  var length: String", "  var mood: String",
        "  var host: String?", "  var range: String?",
      ] { #expect(run.output.contains(line + "\n"), "\(line)") }
    }
  }
#endif
