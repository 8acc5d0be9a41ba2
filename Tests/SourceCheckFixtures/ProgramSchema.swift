/// The tables of the programs that are made, with the Swift types that their columns are read as.
enum ProgramSchema {
  struct Column: Sendable {
    let name: String
    let declaration: String
    /// The type without `?`.
    let type: String
    let isNullable: Bool
  }

  struct Table: Sendable {
    let name: String
    let columns: [Column]
    /// The column that refers to another table, and that table's name; not declared as a foreign key.
    var reference: (column: String, table: String)?

    var key: Column { columns[0] }
    var type: String { name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }
    func columns(_ isWanted: (Column) -> Bool) -> [Column] { columns.filter(isWanted) }
  }

  private static func column(_ name: String, _ sql: String, _ type: String, null: Bool = false) -> Column {
    Column(name: name, declaration: sql, type: type, isNullable: null)
  }

  private static func table(_ name: String, _ columns: Column..., reference: (String, String)? = nil) -> Table {
    Table(name: name, columns: [column("id", "INTEGER PRIMARY KEY", "Int")] + columns, reference: reference)
  }

  static let tables: [Table] = [
    table(
      "artist", column("name", "TEXT NOT NULL", "String"), column("born", "INTEGER", "Int", null: true),
      column("country", "TEXT", "String", null: true)),
    table(
      "album", column("title", "VARCHAR(80) NOT NULL", "String"), column("artist_id", "INTEGER NOT NULL", "Int"),
      column("released", "INTEGER NOT NULL", "Int"), column("rating", "REAL", "Double", null: true),
      column("remark", "TEXT", "String", null: true), reference: ("artist_id", "artist")),
    table(
      "track", column("caption", "TEXT NOT NULL", "String"), column("album_id", "INTEGER NOT NULL", "Int"),
      column("seconds", "INTEGER NOT NULL", "Int"), column("price", "DOUBLE NOT NULL", "Double"),
      column("composer", "TEXT", "String", null: true), reference: ("album_id", "album")),
    table(
      "customer", column("surname", "TEXT NOT NULL", "String"), column("email", "TEXT", "String", null: true),
      column("points", "BIGINT NOT NULL", "Int64"), column("discount", "REAL", "Double", null: true)),
    table(
      "invoice", column("customer_id", "INTEGER NOT NULL", "Int"), column("number", "TEXT NOT NULL", "String"),
      column("total", "REAL NOT NULL", "Double"), column("paid_cents", "INTEGER", "Int", null: true),
      reference: ("customer_id", "customer")),
    table(
      "invoice_line", column("invoice_id", "INTEGER NOT NULL", "Int"), column("quantity", "SMALLINT NOT NULL", "Int"),
      column("wording", "TEXT", "String", null: true), column("unit_price", "REAL NOT NULL", "Double"),
      reference: ("invoice_id", "invoice")),
  ]

  static func table(_ name: String) -> Table? { tables.first { $0.name == name } }

  /// All names, which no misspelling may hit.
  static let names = Set(tables.flatMap { [$0.name] + $0.columns.map(\.name) })

  /// The statements that make the tables.
  static var migration: String {
    tables.map { table in
      let columns = table.columns.map { "  \($0.name) \($0.declaration)" }.joined(separator: ",\n")
      return "CREATE TABLE \(table.name) (\n\(columns)\n);\n"
    }.joined()
  }

  /// The structs that rows are read as.
  static var models: String {
    tables.map { table in
      let properties = table.columns.map { "  var \($0.name): \($0.type)\($0.isNullable ? "?" : "")" }
      return "struct \(table.type): Codable {\n\(properties.joined(separator: "\n"))\n}\n"
    }.joined(separator: "\n")
  }
}
