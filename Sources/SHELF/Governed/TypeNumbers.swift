internal import ORDA
internal import ORDAThreads

/// The numbers of types and fields in rows, as far as they are known here.
///
/// A number is assigned once and keeps its meaning for ever, so what is known stays true; unknown numbers may be in the
/// database, where others put them.
final class TypeNumbers: Sendable {
  /// What is known at a moment.
  struct Known: Sendable {
    var types: [Int64: StoredType] = [:]
    var typeNumbers: [StoredType: Int64] = [:]
    var fields: [Int64: StoredField] = [:]
    var fieldNumbers: [StoredField: Int64] = [:]
  }

  private let state = Lock(Known())
  private let db: any Governor
  private let tables: ShelfTables

  init(_ db: any Governor, _ tables: ShelfTables) {
    self.db = db
    self.tables = tables
  }

  var known: Known { state.withLock { $0 } }

  /// Reads all of them.
  func load() async throws -> Known {
    var loaded = Known()
    // The types first: whoever makes a type has made its fields before, so they can be read now.
    for (number, name, list) in try await db.query(
      (Int64, String, String).self, "SELECT number, name, fields FROM \(tables.types)")
    {
      let type = try StoredType(name, fieldList: list)
      loaded.types[number] = type
      loaded.typeNumbers[type] = number
    }
    for (number, type, name, kind) in try await db.query(
      (Int64, String, String, String).self, "SELECT number, type, name, kind FROM \(tables.fields)")
    {
      let field = StoredField(type: type, field: ShelfField(name, kind: kind))
      loaded.fields[number] = field
      loaded.fieldNumbers[field] = number
    }
    let all = loaded
    state.withLock { $0 = all }
    return all
  }

  /// A field's number; nil if no object was ever saved with it.
  func existingNumber(of field: ShelfField, in type: String) async throws -> Int64? {
    let stored = StoredField(type: type, field: field)
    if let number = state.withLock({ $0.fieldNumbers[stored] }) { return number }
    return try await load().fieldNumbers[stored]
  }

  /// A type's number; assigns one if it has none.
  func number(of type: StoredType) async throws -> Int64 {
    try await number(
      "types", ["name": type.name, "fields": type.fieldList], key: ["name", "fields"]
    ) { $0.typeNumbers[type] }
  }

  /// A field's number; assigns one if it has none.
  func number(of field: ShelfField, in type: String) async throws -> Int64 {
    let stored = StoredField(type: type, field: field)
    return try await number(
      "fields", ["type": type, "name": field.name, "kind": field.kind], key: ["type", "name", "kind"]
    ) { $0.fieldNumbers[stored] }
  }

  private func number(
    _ table: String, _ values: @autoclosure () -> Parameters, key: @autoclosure () -> [String],
    _ find: (borrowing Known) -> Int64?
  ) async throws -> Int64 {
    if let number = state.withLock({ find($0) }) { return number }
    if let number = find(try await load()) { return number }
    let (values, key) = (values(), key())
    try await db.transaction(retrying: 10) { [tables] transaction in
      try transaction.insertOrIgnore(into: tables.name(table), values, key: key)
    }
    if let number = find(try await load()) { return number }
    throw ShelfError.damaged("a row of \(tables.name(table)) was inserted that can't be found")
  }
}
