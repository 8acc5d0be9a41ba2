internal import ORDA

/// The tables of a shelf.
///
/// One has the objects, one their references, one their bytes in parts, and one the keys to find them by. An object's
/// row has one number for the name of its type and the fields whose keys it was saved with. So every row says which
/// indexes it is in, whoever wrote it, and nobody has to keep a record.
struct ShelfTables: Sendable {
  /// The number of the layout that this version makes and reads.
  static let layout = 1
  /// The number of the index for objects that expire; fields have others.
  static let expiry: Int64 = 0
  /// The maximum length of type and field names, in characters: three must fit into a database's key.
  static let longestName = 250
  /// How many of an object's bytes a row has, except for the last one: this much is sent to a database at once.
  static let partLength = 1 << 19

  let objects: SQL
  let keys: SQL
  let references: SQL
  let binaries: SQL
  let types: SQL
  let fields: SQL
  let state: SQL
  let prefix: String

  init(_ prefix: String) {
    self.prefix = prefix
    func table(_ name: String) -> SQL { "\(identifier: "\(prefix)_\(name)")" }
    objects = table("objects")
    keys = table("keys")
    references = table("refs")
    binaries = table("binaries")
    types = table("types")
    fields = table("fields")
    state = table("state")
  }

  func name(_ table: String) -> TableName { TableName(name: "\(prefix)_\(table)") }

  // MARK: How they are made

  func definitions(in dialect: any SchemaDialect) -> [TableDefinition] {
    // Names differ if their characters do, and a string may contain any character.
    let exact = dialect.collation(for: .exact)
    func text(_ name: String, maximum: Int?) -> ColumnDefinition {
      ColumnDefinition(name, .text(maximum: maximum), isNullable: false, collation: exact)
    }
    func required(_ name: String, _ type: ColumnType) -> ColumnDefinition {
      ColumnDefinition(name, type, isNullable: false)
    }
    return [
      TableDefinition(
        name: name("objects"),
        columns: [
          required("id", StoredId.type), ColumnDefinition("type", .int), text("json", maximum: nil),
          required("rev", .int), required("refs", .int), required("modified", .double),
          ColumnDefinition("expires", .double),
        ],
        primaryKey: ["id"], indexes: [index("objects", "type", "id")]),
      TableDefinition(
        name: name("keys"),
        columns: [
          required("object", StoredId.type), required("field", .int),
          required("value", .bytes(maximum: ShelfKey.longestText + 1)),
        ],
        primaryKey: ["object", "field"], indexes: [index("keys", "field", "value", "object")]),
      TableDefinition(
        name: name("refs"),
        columns: [required("source", StoredId.type), required("target", StoredId.type)],
        primaryKey: ["source", "target"], indexes: [index("refs", "target", "source")]),
      TableDefinition(
        name: name("binaries"),
        columns: [
          required("object", StoredId.type), required("id", StoredId.type), required("part", .int),
          required("content", .bytes(maximum: Self.partLength)),
        ],
        primaryKey: ["object", "id", "part"]),
      TableDefinition(
        name: name("types"),
        columns: [
          .generatedKey("number"), text("name", maximum: Self.longestName), text("fields", maximum: Self.longestName),
        ],
        uniqueConstraints: [UniqueConstraint(columns: ["name", "fields"])]),
      TableDefinition(
        name: name("fields"),
        columns: [
          .generatedKey("number"), text("type", maximum: Self.longestName), text("name", maximum: Self.longestName),
          text("kind", maximum: Self.longestName),
        ],
        uniqueConstraints: [UniqueConstraint(columns: ["type", "name", "kind"])]),
      TableDefinition(
        name: name("state"), columns: [required("id", .int), required("layout", .int)], primaryKey: ["id"]),
    ]
  }

  private func index(_ table: String, _ columns: String...) -> IndexDescription {
    IndexDescription(
      name: "\(prefix)_\(table)_\(columns[0])", columns: columns.map { IndexDescription.Part(.column($0)) })
  }
}
