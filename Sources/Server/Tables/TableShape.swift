import ORDA

/// A table as the pages need it: its columns by what can be done with them, and what its rows are known by. An object, since it goes
/// from hand to hand with each question.
final class TableShape: Sendable {
  struct Column: Sendable, Hashable {
    var name: String
    var declaredType: String
    var kind: ColumnKind
    var isNullable: Bool
    /// True where the database makes the value.
    var isGenerated: Bool
    var hasDefault: Bool
  }

  /// What a row is known by.
  enum Identity: Sendable, Hashable {
    case columns([String])
    /// SQLite's own number of a row, where a table has no key.
    case rowid(String)
    /// Nothing: such rows are counted from the first one.
    case none
  }

  let description: TableDescription
  let columns: [Column]
  let identity: Identity
  /// What the statements of its pages have in common.
  let texts: SelectTexts
  /// The table as a statement names it, `"track" AS orda_t`.
  let source: SQL
  /// Its columns as a statement names them, `orda_t."id"`. To quote them anew takes longer than the rest of a statement.
  private let quoted: [String: SQL]

  var name: TableName { description.name }

  /// - Parameter hasRowids: True where the database numbers rows by itself.
  init(_ description: TableDescription, hasRowids: Bool, dialect: Dialect) {
    self.description = description
    texts = SelectTexts(dialect)
    columns = description.columns.filter { !$0.isHidden }.map { column in
      Column(
        name: column.name, declaredType: column.declaredType, kind: ColumnKind(declaredType: column.declaredType),
        isNullable: column.isNullable, isGenerated: column.generated != .none,
        hasDefault: column.defaultValue != nil || column.isAutoIncrement)
    }
    identity = Self.identity(of: description, hasRowids: hasRowids)
    let name = (description.name.schema.map { [$0] } ?? []) + [description.name.name]
    source = SQL(text: name.map { dialect.quoted(identifier: $0) }.joined(separator: ".") + " AS orda_t")
    quoted = Dictionary(
      (columns.map(\.name) + Self.names(identity)).map { name in
        (name, SQL(text: "orda_t." + dialect.quoted(identifier: name)))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// A column as a statement names it.
  func sql(_ column: String) -> SQL { quoted[column] ?? "orda_t.\(identifier: column)" }

  private static func identity(of table: TableDescription, hasRowids: Bool) -> Identity {
    guard table.kind == .table || table.kind == .virtual else { return .none }
    let nullable = Set(table.columns.filter(\.isNullable).map(\.name))
    if !table.primaryKey.isEmpty, nullable.isDisjoint(with: table.primaryKey) { return .columns(table.primaryKey) }
    if let unique = table.uniqueConstraints.first(where: { nullable.isDisjoint(with: $0.columns) }) {
      return .columns(unique.columns)
    }
    if hasRowids, table.kind == .table, !table.attributes.contains(.withoutRowID) {
      let taken = Set(table.columns.map { $0.name.lowercased() })
      if let name = ["rowid", "_rowid_", "oid"].first(where: { !taken.contains($0) }) { return .rowid(name) }
    }
    return .none
  }

  /// The names of what a row is known by; empty where it is by nothing.
  var keyNames: [String] { Self.names(identity) }

  private static func names(_ identity: Identity) -> [String] {
    switch identity {
    case .columns(let names): names
    case .rowid(let name): [name]
    case .none: []
    }
  }

  /// True for a table whose rows are known by the database's own number of them alone.
  var isNumbered: Bool { if case .rowid = identity { true } else { false } }

  /// True for a table whose rows can be changed one by one.
  var isEditable: Bool {
    guard description.kind == .table else { return false }
    // By the same key by which live tables know their rows.
    return isNumbered || !keyNames.isEmpty && keyNames == description.identifyingColumns
  }

  /// Why its rows can't be.
  var whyNotEditable: String {
    guard description.kind == .table else { return "it is no table of this database's own" }
    return "it has no primary key, and no UNIQUE columns that are NOT NULL, so nothing tells two rows apart"
  }

  func column(_ name: String) -> Column? { columns.first { $0.name == name } }
}

/// What can be done with a column, by its declared type. It is a guess where SQLite lets a column hold anything: it decides
/// which operators are offered and on which side the values stand, and nothing that must be right.
enum ColumnKind: Sendable, Hashable {
  case number, text, bytes, moment, truth, json, other

  init(declaredType: String) {
    let type = declaredType.lowercased()
    func has(_ parts: String...) -> Bool { parts.contains { type.contains($0) } }
    if type.hasSuffix("[]") || type.hasSuffix("range") {
      self = .other
    } else if has("json") {
      self = .json
    } else if has("bool") || type == "tinyint(1)" {
      self = .truth
    } else if has("date", "time", "year") {
      self = .moment
    } else if has("int", "serial", "real", "floa", "doub", "deci", "numeric", "number", "money")
      && !has("interval", "point")
    {
      self = .number
    } else if has("char", "clob", "text", "uuid", "enum", "set", "string", "name", "xml", "inet") {
      self = .text
    } else if has("blob", "binary", "bytea") {
      self = .bytes
    } else {
      self = .other
    }
  }
}
