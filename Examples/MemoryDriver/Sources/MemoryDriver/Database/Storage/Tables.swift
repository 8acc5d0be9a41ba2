import ORDA

/// All tables of a database: a value, whose copies share their memory until one of them changes.
struct Tables: Sendable {
  private var byName: [String: Table] = [:]

  /// A table; names are the same whatever the case of their letters.
  subscript(name: String) -> Table? { byName[name.lowercased()] }
  /// What there is, by name.
  var schemas: [TableSchema] { byName.values.map(\.schema).sorted { $0.name < $1.name } }

  /// A table that must be there.
  func table(_ name: String) throws(DatabaseError) -> Table {
    if let table = self[name] { return table }
    let hint = nearestName(to: name, among: schemas.map(\.name)).map { "; did you mean \($0)?" } ?? ""
    throw DatabaseError(.noSuchTable, "there is no table \(name)\(hint)", table: name)
  }

  /// Makes a change, which was planned on these tables.
  mutating func apply(_ change: Change) {
    switch change.effect {
    case .none: break
    case .create(let schema): byName[schema.name.lowercased()] = Table(schema)
    case .drop(let name): byName[name.lowercased()] = nil
    case .rows(let name, let rows): byName[name.lowercased()]?.apply(rows)
    }
  }
}

/// What a statement changes, and what it gives back.
struct Change {
  enum Effect {
    case none
    case create(TableSchema)
    case drop(String)
    case rows(table: String, RowChanges)
  }
  var effect = Effect.none
  var outcome = StatementOutcome(changed: 0, lastID: nil)
  /// The rows of RETURNING.
  var returned: [[Value]] = []
}

/// Rows that are added, replaced and removed in one table.
struct RowChanges {
  var added: [[Value]] = []
  /// By their places in the table; nil is removed.
  var replaced: [(place: Int, row: [Value]?)] = []
  var nextKey: Int64
}

/// A table with its rows, and for each of its keys the values that are there.
struct Table: Sendable {
  let schema: TableSchema
  private(set) var rows: [[Value]] = []
  private var keys: [Set<[Value]>]
  /// The next key that the database makes.
  private(set) var nextKey: Int64 = 1

  init(_ schema: TableSchema) {
    self.schema = schema
    keys = schema.keys.map { _ in [] }
  }

  /// Throws where a change would leave the same key twice.
  func check(_ changes: RowChanges) throws(DatabaseError) {
    for (key, known) in zip(schema.keys, keys) {
      let removed = Set(changes.replaced.compactMap { key.values(of: rows[$0.place]) })
      var added: Set<[Value]> = []
      for row in changes.replaced.compactMap(\.row) + changes.added {
        guard let values = key.values(of: row) else { continue }
        let isThere = known.contains(values) && !removed.contains(values)
        if isThere || !added.insert(values).inserted { throw schema.duplicate(key) }
      }
    }
  }

  fileprivate mutating func apply(_ changes: RowChanges) {
    for (index, key) in schema.keys.enumerated() {
      for change in changes.replaced {
        if let values = key.values(of: rows[change.place]) { keys[index].remove(values) }
      }
      for row in changes.replaced.compactMap(\.row) + changes.added {
        if let values = key.values(of: row) { keys[index].insert(values) }
      }
    }
    for case (let place, let row?) in changes.replaced { rows[place] = row }
    let removed = Set(changes.replaced.lazy.filter { $0.row == nil }.map(\.place))
    if !removed.isEmpty { rows = rows.enumerated().filter { !removed.contains($0.offset) }.map(\.element) }
    rows += changes.added
    nextKey = changes.nextKey
  }
}
