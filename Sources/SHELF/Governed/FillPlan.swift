internal import ORDA

/// Keys to add to objects, prepared.
struct FillPlan: Sendable {
  private struct Row: Sendable {
    let id: ShelfId
    let revision: ShelfRevision
    let keys: [StoredKey]
  }

  private let rows: [Row]
  /// By the number of an object's current type: the number of the type that includes the added fields.
  private let successors: [Int64: [Set<Int64>: Int64]]
  private let known: TypeNumbers.Known
  private let type: String

  /// Gives numbers to the fields, and to the types that the objects will have.
  init(
    _ type: String, _ keys: [(id: ShelfId, revision: ShelfRevision, keys: [ShelfFieldKey])], _ numbers: TypeNumbers
  ) async throws {
    self.type = type
    var fieldNumbers: [ShelfField: Int64] = [:]
    var rows: [Row] = []
    var added: Set<Set<Int64>> = []
    for object in keys {
      var stored: [StoredKey] = []
      for key in object.keys {
        let number: Int64
        if let known = fieldNumbers[key.field] {
          number = known
        } else {
          number = try await numbers.number(of: key.field, in: type)
          fieldNumbers[key.field] = number
        }
        stored.append(StoredKey(field: number, value: key.key.bytes))
      }
      added.insert(Set(stored.map(\.field)))
      rows.append(Row(id: object.id, revision: object.revision, keys: stored))
    }
    var successors: [Int64: [Set<Int64>: Int64]] = [:]
    let known = numbers.known
    for (number, old) in known.types where old.name == type {
      for fields in added {
        successors[number, default: [:]][fields] = try await numbers.number(
          of: StoredType(type, fields.union(old.fields)))
      }
    }
    self.rows = rows
    self.successors = successors
    self.known = known
  }

  /// Adds the keys, inside a transaction and on the connection's own thread.
  func run(_ statements: ShelfStatements) throws {
    let types = try lock(statements)
    var filled: [(row: Row, type: Int64)] = []
    for row in rows {
      guard let old = types[row.id], known.types[old]?.name == type else { continue }
      guard let new = successors[old]?[Set(row.keys.map(\.field))] else { continue }
      filled.append((row, new))
    }
    if filled.isEmpty { return }
    try statements.run(statements.deleteKey, filled.flatMap { row, _ in row.keys.map { (StoredId(row.id), $0) } }) {
      id, key in
      [id, key.field]
    }
    try statements.run(statements.insertKey, filled.flatMap { row, _ in row.keys.map { (StoredId(row.id), $0) } }) {
      id, key in
      [id, key.field, key.value]
    }
    try statements.run(statements.setType, filled) { row, type in [type, StoredId(row.id)] }
  }

  /// The types of the objects that still have the keys' revisions, which stay so until the transaction ends.
  private func lock(_ statements: ShelfStatements) throws -> [ShelfId: Int64] {
    let revisions = Dictionary(rows.map { ($0.id, $0.revision.number) }) { first, _ in first }
    var types: [ShelfId: Int64] = [:]
    try statements.read(statements.someLocked, rows.map(\.id).sorted()) { row in
      let id = try row.get(0, as: StoredId.self).id
      guard let type = try row.get(1, as: Int64?.self) else { return }
      if known.types[type] == nil { throw WriteTransaction.Outdated.type(type) }
      if UInt64(bitPattern: try row.get(2, as: Int64.self)) == revisions[id] { types[id] = type }
    }
    return types
  }
}
