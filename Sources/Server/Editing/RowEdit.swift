import ORDA

/// Changes of a row's columns, as a form has them: what a column held when it was looked at, and what it is to hold.
///
/// Nothing is overwritten unseen: each column is set only if it still holds what whoever edits it has seen.
struct RowEdit: Sendable {
  struct Change: Sendable {
    var column: String
    var seen: Value
    var wanted: Value
  }

  /// Why a row was not changed.
  enum Refusal: Error, Sendable {
    /// What one field has can't stand in its column.
    case field(String, String)
    /// Somebody has changed the row since it was looked at: what is there now, of the columns that differ.
    case changed([(column: String, seen: Value, now: Value)])
  }

  let database: ServedDatabase
  let table: TableShape
  let key: [Value]
  /// What is to be written, and what is only to be as it was.
  var changes: [Change] = []

  /// Reads the fields `old.COLUMN`, `new.COLUMN` and `null.COLUMN`.
  ///
  /// - Throws: ``Problem`` for what is no such form, and ``Refusal``.
  init(_ fields: Fields, of table: TableShape, in database: ServedDatabase) throws {
    self.database = database
    self.table = table
    guard let key = fields["key"].flatMap(KeyText.values), key.count == table.keyNames.count, !key.isEmpty else {
      throw Problem(.badRequest, "key is the key of a row, as links have it.")
    }
    self.key = key
    for column in table.columns {
      guard let old = fields["old." + column.name] else { continue }
      guard let seen = KeyText.value(old) else { throw Problem(.badRequest, "old.\(column.name) is no value.") }
      var wanted = seen
      // The box of what was NULL is ticked already: whoever types a text beside it means the text.
      let isTyped = seen.isNull && fields["new." + column.name]?.isEmpty == false
      if fields["null." + column.name] != nil, !isTyped {
        wanted = .null
      } else if let exact = fields["value." + column.name] {
        guard let value = KeyText.value(exact) else { throw Problem(.badRequest, "value.\(column.name) is no value.") }
        wanted = value
      } else if let text = fields["new." + column.name], text != ShownValue.editable(seen) {
        wanted = try FieldValue.value(text, of: column, database.kind)
      } else if let text = fields["new." + column.name], seen.isNull, !text.isEmpty {
        wanted = try FieldValue.value(text, of: column, database.kind)
      }
      changes.append(Change(column: column.name, seen: seen, wanted: wanted))
    }
  }

  /// Writes what differs, in one transaction.
  ///
  /// - Throws: ``Refusal``, ``Problem`` and `DatabaseError`; then nothing was written.
  func write() async throws {
    let (name, key) = (table.name, key)
    let changed = changes.filter { KeyText.encoded($0.seen) != KeyText.encoded($0.wanted) }
    guard !changed.isEmpty else { return }
    do {
      if isNumbered { return try await writeNumbered(changed) }
      try await database.governor.transaction(timeout: database.limit) { transaction in
        guard let entry = try transaction.table(name).entry(key: key) else { throw Self.gone }
        for change in changed { try entry.set(change.column, to: change.wanted, ifStill: change.seen) }
      }
    } catch let error as DatabaseError where error.kind == .changedMeanwhile {
      throw Refusal.changed(
        changed.compactMap { change in
          guard let now = error.found?[change.column] as Value?, now != change.seen else { return nil }
          return (change.column, change.seen, now)
        })
    } catch let error as DatabaseError where error.kind == .noSuchRow {
      throw Self.gone
    } catch let error as DatabaseError {
      guard let column = error.column ?? (changed.count == 1 ? changed.first?.column : nil) else { throw error }
      throw Refusal.field(column, error.message)
    }
  }

  /// Deletes the row, if it still is what was seen.
  ///
  /// - Throws: As ``write()``.
  func delete() async throws {
    if isNumbered { return try await deleteNumbered() }
    let (name, key, changes) = (table.name, key, changes)
    try await database.governor.transaction(timeout: database.limit) { transaction in
      guard let entry = try transaction.table(name).entry(key: key) else { throw Self.gone }
      // Reading it in the transaction locks it.
      let differing = changes.compactMap { change -> (column: String, seen: Value, now: Value)? in
        let now: Value = entry[change.column]
        return KeyText.encoded(now) == KeyText.encoded(change.seen) ? nil : (change.column, change.seen, now)
      }
      guard differing.isEmpty else { throw Refusal.changed(differing) }
      try entry.delete()
    }
  }

  static let gone = Problem(.notFound, "The row is gone: somebody has deleted it.", kind: "noSuchRow")
}

/// What was typed into the field of a column.
enum FieldValue {
  /// The value that the column is to hold.
  ///
  /// - Throws: `RowEdit.Refusal.field` for what it can't be. SQLite would keep anything.
  static func value(_ text: String, of column: TableShape.Column, _ kind: DatabaseKind) throws -> Value {
    switch column.kind {
    case .number:
      let text = text.filter { !$0.isWhitespace }
      if let number = Int64(text) { return .int(number) }
      guard ExactDecimal(text) != nil else {
        throw RowEdit.Refusal.field(column.name, "\(text) is no number, and \(column.name) is \(column.declaredType).")
      }
      return kind == .sqlite ? Double(text).map { .double($0) } ?? .text(text) : .text(text)
    case .truth:
      switch text.lowercased() {
      case "1", "true", "t", "yes", "on": return kind == .postgresql ? .text("true") : .int(1)
      case "0", "false", "f", "no", "off": return kind == .postgresql ? .text("false") : .int(0)
      default: throw RowEdit.Refusal.field(column.name, "\(column.name) is true or false.")
      }
    case .bytes:
      guard let bytes = HexadecimalText.decoded(text) else {
        throw RowEdit.Refusal.field(column.name, "Bytes are written as pairs of hexadecimal digits.")
      }
      return .bytes(bytes)
    case .text, .moment, .json, .other: return .text(text)
    }
  }
}
