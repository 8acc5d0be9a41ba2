// The example of docs/schema.md about types from the schema. CommandTests compares it with this, and runs it.
//
//     swift run GeneratedTypes
//
import ORDA
import ORDASQLite

func list(_ db: any Governor) throws {
  // snippet.references
  for folder in try db.query(Folder.self, "SELECT * FROM folders ORDER BY name") {
    for note in try folder.notes(in: db) { print(folder.name, note.text) }
    if let parent = try folder.parent(in: db) { print(folder.name, "is in", parent.name) }
  }
  // snippet.end
}

@main
struct GeneratedTypes {
  static func main() throws {
    try SQLite.register()
    let db = try ORDA.open("sqlite::memory:")
    try db.executeScript(
      """
      CREATE TABLE folders (id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_id INTEGER REFERENCES folders);
      CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL, folder_id INTEGER NOT NULL REFERENCES folders);
      INSERT INTO folders VALUES (1, 'home', NULL), (2, 'garden', 1);
      INSERT INTO notes VALUES (1, 'water the roses', 2);
      """)
    try list(db)
    try db.close()
  }
}

// What follows is what `orda generate --singular` makes of these tables.

// MARK: folders

/// A row of the table `folders`.
struct Folder: RowDecodable, Codable, Hashable, Sendable, Identifiable {
  var id: Int
  var name: String
  /// Refers to `folders`, `id`.
  var parentID: Int?

  enum CodingKeys: String, CodingKey {
    case id
    case name
    case parentID = "parent_id"
  }
}

extension Folder {
  /// Reads a row with the columns of `folders`.
  init(row: borrowing Row) throws {
    id = try row.get("id")
    name = try row.get("name")
    parentID = try row.get("parent_id")
  }
}

extension Folder {
  /// The row of `folders` that `parent_id` refers to; nil if there is none.
  func parent(in database: some SQLExecutor) throws -> Folder? {
    guard let parentID else { return nil }
    return try database.first(
      Folder.self, "SELECT * FROM \(identifier: "folders") WHERE \(identifier: "id") = \(parentID)")
  }

  /// The row of `folders` that `parent_id` refers to, awaited; nil if there is none.
  func parent(in database: some AsyncSQLExecutor) async throws -> Folder? {
    guard let parentID else { return nil }
    return try await database.first(
      Folder.self, "SELECT * FROM \(identifier: "folders") WHERE \(identifier: "id") = \(parentID)")
  }

  /// The rows of `folders` whose `parent_id` refers to this one.
  func foldersByParent(in database: some SQLExecutor) throws -> [Folder] {
    try database.query(
      Folder.self, "SELECT * FROM \(identifier: "folders") WHERE \(identifier: "parent_id") = \(id)")
  }

  /// The rows of `folders` whose `parent_id` refers to this one, awaited.
  func foldersByParent(in database: some AsyncSQLExecutor) async throws -> [Folder] {
    try await database.query(
      Folder.self, "SELECT * FROM \(identifier: "folders") WHERE \(identifier: "parent_id") = \(id)")
  }

  /// The rows of `notes` whose `folder_id` refers to this one.
  func notes(in database: some SQLExecutor) throws -> [Note] {
    try database.query(
      Note.self, "SELECT * FROM \(identifier: "notes") WHERE \(identifier: "folder_id") = \(id)")
  }

  /// The rows of `notes` whose `folder_id` refers to this one, awaited.
  func notes(in database: some AsyncSQLExecutor) async throws -> [Note] {
    try await database.query(
      Note.self, "SELECT * FROM \(identifier: "notes") WHERE \(identifier: "folder_id") = \(id)")
  }
}

/// The table `folders`, for entries that are live: `db.table(FolderTable.self)`.
struct FolderTable: TableSchema {
  static let tableName: TableName = "folders"
  let id = Column<Int>("id")
  let name = Column<String>("name")
  let parentID = Column<Int?>("parent_id")
}

// MARK: notes

/// A row of the table `notes`.
struct Note: RowDecodable, Codable, Hashable, Sendable, Identifiable {
  var id: Int
  var text: String
  /// Refers to `folders`, `id`.
  var folderID: Int

  enum CodingKeys: String, CodingKey {
    case id
    case text
    case folderID = "folder_id"
  }
}

extension Note {
  /// Reads a row with the columns of `notes`.
  init(row: borrowing Row) throws {
    id = try row.get("id")
    text = try row.get("text")
    folderID = try row.get("folder_id")
  }
}

extension Note {
  /// The row of `folders` that `folder_id` refers to; nil if there is none.
  func folder(in database: some SQLExecutor) throws -> Folder? {
    try database.first(
      Folder.self, "SELECT * FROM \(identifier: "folders") WHERE \(identifier: "id") = \(folderID)")
  }

  /// The row of `folders` that `folder_id` refers to, awaited; nil if there is none.
  func folder(in database: some AsyncSQLExecutor) async throws -> Folder? {
    try await database.first(
      Folder.self, "SELECT * FROM \(identifier: "folders") WHERE \(identifier: "id") = \(folderID)")
  }
}

/// The table `notes`, for entries that are live: `db.table(NoteTable.self)`.
struct NoteTable: TableSchema {
  static let tableName: TableName = "notes"
  let id = Column<Int>("id")
  let text = Column<String>("text")
  let folderID = Column<Int>("folder_id")
}
