internal import ORDA

/// What only the text of a CREATE TABLE reveals: SQLite's pragmas know nothing of it.
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

  /// A constraint, or another restriction of a column, with its place in the text.
  struct Piece {
    /// Its keyword, in capitals: `PRIMARY`, `UNIQUE`, `CHECK`, `FOREIGN`, `REFERENCES`, `COLLATE`, `GENERATED`, `AS`,
    /// `DEFAULT`, `NOT`, `NULL`; `CONSTRAINT` for a name with nothing after it.
    var keyword: String
    /// Its tokens, including the name before it.
    var tokens: Range<Int>
    /// Which of ``SQLiteTableText/parts`` it is in.
    var part: Int
    /// The columns that are unique or refer to others.
    var columns: [String] = []
    /// The name of a condition; if it has none, its text.
    var name: String?
  }

  /// The part between two commas.
  struct Part {
    /// The column declared there; nil for constraints of the table.
    var column: String?
    /// Its tokens.
    var tokens: Range<Int>
  }

  /// The text.
  let text: SchemaText
  /// The place of the name, between TABLE and the parenthesis; nil in a text that is no CREATE TABLE.
  private(set) var name: Range<Int>?
  /// The parts between the commas, in order.
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

  /// Reads a text; finds nothing in one that is no CREATE TABLE with a list of columns.
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

  /// The declared column with a name, compared as SQLite does.
  func column(named name: String) -> Column? {
    columns.first { SQLiteName.equal($0.name, name) }
  }
}
