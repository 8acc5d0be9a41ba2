import ORDA

/// A row that is to be inserted, as a form has it.
struct NewRow: Sendable {
  let database: ServedDatabase
  let table: TableShape
  private let values: [(name: String, value: Value)]

  /// Reads the fields `new.COLUMN`, `null.COLUMN` and, exact, `value.COLUMN`. What is left empty gets its default, or NULL, where it
  /// may.
  ///
  /// - Throws: ``Problem`` and ``RowEdit/Refusal``.
  init(_ fields: Fields, of table: TableShape, in database: ServedDatabase) throws {
    self.database = database
    self.table = table
    var values: [(name: String, value: Value)] = []
    for column in table.columns where !column.isGenerated {
      if let exact = fields["value." + column.name] {
        guard let value = KeyText.value(exact) else { throw Problem(.badRequest, "value.\(column.name) is no value.") }
        values.append((column.name, value))
      } else if fields["null." + column.name] != nil {
        values.append((column.name, .null))
      } else if let text = fields["new." + column.name] {
        let isOptional = column.isNullable || column.hasDefault || table.description.primaryKey == [column.name]
        if text.isEmpty, isOptional { continue }
        values.append((column.name, try FieldValue.value(text, of: column, database.kind)))
      }
    }
    self.values = values
  }

  /// Inserts it.
  ///
  /// - Returns: Its key.
  func insert() async throws -> [Value] {
    do {
      if table.isNumbered { return try await insertNumbered() }
      let table = try await database.governor.table(table.name)
      let pairs = values.map { ($0.name, $0.value as (any ValueConvertible)?) }
      return try await table.insert(Parameters(pairs: pairs)).key.values
    } catch let error as DatabaseError {
      guard let column = error.column else { throw error }
      throw RowEdit.Refusal.field(column, error.message)
    }
  }

  /// The database's own number of the row is its key.
  private func insertNumbered() async throws -> [Value] {
    let target: SQL = "\(identifier: table.name.name)"
    let names = values.map { "\(identifier: $0.name)" as SQL }.joined(separator: ", ")
    let given = values.map { "\($0.value)" as SQL }.joined(separator: ", ")
    let result = try await database.governor.execute(
      values.isEmpty ? "INSERT INTO \(target) DEFAULT VALUES" : "INSERT INTO \(target) (\(names)) VALUES (\(given))",
      timeout: database.limit)
    guard let number = result.lastID else { throw Problem(.failed, "The database tells no number of the new row.") }
    return [.int(number)]
  }
}
