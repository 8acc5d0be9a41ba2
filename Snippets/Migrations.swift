// The examples of README.md and docs/schema.md about migrations. CommandTests compares them with this, and runs it.
//
//     swift run Migrations
//
import Foundation
import ORDA
import ORDASQLite

func steps() -> [Migration] {
  // snippet.steps
  let steps = [
    Migration("create notes") { db in
      try db.create(
        TableDefinition(name: "note", columns: [.generatedKey("id"), ColumnDefinition("text", .text)]))
    } down: { db in
      try db.drop(table: "note")
    },
    Migration(
      "pin notes",
      sql: """
        ALTER TABLE note ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX note_pinned ON note (pinned, id);
        """),
    .repeatable(
      "views",
      sql: """
        DROP VIEW IF EXISTS pinned_note;
        CREATE VIEW pinned_note AS SELECT id, text FROM note WHERE pinned = 1;
        """),
  ]
  // snippet.end
  return steps
}

func start(_ steps: [Migration]) async throws -> any Governor {
  // snippet.migrate
  let db = try await ORDA.open("sqlite::memory:")
  try await db.migrate(steps)  // where nothing is to be done this is one query
  // snippet.end
  return db
}

func folder(_ db: any Governor, _ path: String) async throws {
  // snippet.folder
  try await db.migrate(Migration.folder(path, for: db.language))
  // snippet.end
}

func changing() -> Migration {
  // snippet.alter
  Migration("folders") { db in
    try db.create(TableDefinition(name: "folder", columns: [.generatedKey("id"), ColumnDefinition("name", .text)]))
    try db.alter(
      "note",
      [
        .addColumn(ColumnDefinition("folder", .int)),
        .addForeignKey(ForeignKey(columns: ["folder"], referencedTable: "folder", referencedColumns: ["id"])),
        .changeColumn(ColumnDefinition("text", .text, isNullable: false, defaultValue: "''")),
      ])
  }
  // snippet.end
}

func care(_ db: any Governor, _ steps: [Migration]) async throws {
  // snippet.care
  var migrator = try Migrator(db, steps)
  migrator.program = "notes 1.4"
  for step in try await migrator.status() { print(step.name, step.state) }
  try await migrator.up(through: "pin notes") { name in print("running", name) }
  // snippet.end
}

func compare(_ db: any Governor, _ wanted: DatabaseDescription) async throws {
  // snippet.schema
  let schema = try await db.schema()
  for difference in schema.differences(from: wanted, in: db.language) {
    print(difference)  // note: the column pinned is missing
    for statement in difference.statements { print(statement + ";") }
  }
  // snippet.end
}

@main
struct Migrations {
  static func main() async throws {
    try SQLite.register()
    let db = try await start(steps())
    try await care(db, steps())
    try await db.migrate(steps() + [changing()])
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("migrations-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("CREATE TABLE t (a)".utf8).write(to: URL(fileURLWithPath: path + "/0001_t.sql"))
    let other = try await ORDA.open("sqlite::memory:")
    try await folder(other, path)
    print(try await other.tables().map(\.name).sorted())
    try await compare(other, try await db.schema())
    try await other.close()
    try await db.close()
  }
}
