internal import ORDA

/// What only the text of a CREATE TABLE tells: SQLite's pragmas know nothing of it.
struct SQLiteTableText {
  /// A column as it was declared.
  struct Column {
    var name: String
    var collation: String?
    var generation: String?
    var isAutoIncrement = false
  }

  /// A foreign key as it was declared.
  struct Reference {
    var name: String?
    var columns: [String]
    var table: String
    var isDeferred = false
  }

  /// A UNIQUE as it was declared.
  struct Unique {
    var name: String?
    var columns: [String]
  }

  /// The columns, in their order.
  var columns: [Column] = []
  /// The foreign keys, in their order.
  var references: [Reference] = []
  /// The UNIQUE constraints, in their order.
  var uniques: [Unique] = []
  /// The CHECK constraints, in their order.
  var checks: [CheckConstraint] = []
  /// True if AUTOINCREMENT was written.
  var isAutoIncrement = false

  /// Reads a text; of one that is no CREATE TABLE with a list of columns, nothing.
  init(_ sql: String) {
    let text = SchemaText(sql)
    guard text.token(0)?.isKeyword("CREATE") == true, let table = text.index(of: "TABLE", from: 1),
      !(1..<table).contains(where: { text.token($0)?.isKeyword("VIRTUAL") == true }),
      let opening = text.tokens[table...].firstIndex(where: { $0.isSymbol("(") }), let body = text.group(at: opening)
    else { return }
    for range in text.list(body) {
      var reader = SQLiteDeclarationReader(text: text, range: range)
      reader.read(into: &self)
    }
  }

  /// The declared column of a name, compared as SQLite does.
  func column(named name: String) -> Column? {
    columns.first { SQLiteName.equal($0.name, name) }
  }
}
