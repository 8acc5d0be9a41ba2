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

  /// A constraint, or what else restricts a column, where it stands in the text.
  struct Piece {
    /// Its word, in capitals: `PRIMARY`, `UNIQUE`, `CHECK`, `FOREIGN`, `REFERENCES`, `COLLATE`, `GENERATED`, `AS`, `DEFAULT`, `NOT`,
    /// `NULL`; `CONSTRAINT` for a name with nothing behind it.
    var keyword: String
    /// Its tokens, the name before it among them.
    var tokens: Range<Int>
    /// Which of ``SQLiteTableText/parts`` it is in.
    var part: Int
    /// The columns of what is unique or refers to others.
    var columns: [String] = []
    /// The name of a condition; of one that has none its text.
    var name: String?
  }

  /// What stands between two commas.
  struct Part {
    /// The column that is declared there; nil for constraints of the table.
    var column: String?
    /// Its tokens.
    var tokens: Range<Int>
  }

  /// The text.
  let text: SchemaText
  /// Where the name stands, between TABLE and the parenthesis; nil in a text that is no CREATE TABLE.
  private(set) var name: Range<Int>?
  /// What stands between the commas, in order.
  var parts: [Part] = []
  /// The constraints, in order.
  var pieces: [Piece] = []
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
    text = SchemaText(sql)
    guard text.token(0)?.isKeyword("CREATE") == true, let table = text.index(of: "TABLE", from: 1),
      !(1..<table).contains(where: { text.token($0)?.isKeyword("VIRTUAL") == true }),
      let opening = text.tokens[table...].firstIndex(where: { $0.isSymbol("(") }), let body = text.group(at: opening)
    else { return }
    name = table + 1..<opening
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
