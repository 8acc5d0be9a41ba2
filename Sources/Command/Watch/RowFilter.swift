import ORDA

/// The rows of a table that meet a condition, by their keys: decides which changes concern them.
///
/// The database decides what the condition means, and is asked again after each batch. So what counts is whether it
/// holds when the change is shown: if changes follow each other closely, the first may be shown as the combination of
/// both.
struct RowFilter {
  /// What a change means for a follower of the condition's rows.
  enum Part {
    /// The row is among them before and after, as far as there is a row.
    case inside
    /// It was changed, and is among them now.
    case enters
    /// It was changed, and is no longer among them.
    case leaves
  }

  /// The table.
  let table: TableName
  private let query: SQL
  /// The keys of the rows that met the condition when they last changed.
  private var members: Set<RowKey>

  /// Asks for the rows for the first time.
  ///
  /// - Throws: `DatabaseError`; of kind `misuse` for a table without a key.
  init(_ table: TableDescription, where condition: String, in database: any Governor) throws {
    let key = table.identifyingColumns
    guard !key.isEmpty else {
      throw DatabaseError(
        .misuse, "the table \(table.name.name) has no key that tells its rows apart, so --where can't follow them")
    }
    self.table = table.name
    let list = key.map { "\(identifier: $0)" as SQL }.joined(separator: ", ")
    let place: SQL =
      table.name.schema.map { "\(identifier: $0, table.name.name)" } ?? "\(identifier: table.name.name)"
    // The condition gets lines of its own, since it may end with a comment.
    query = "SELECT \(sql: list) FROM \(sql: place) WHERE (\n\(sql: SQL(text: condition))\n)"
    members = []
    members = try keys(in: database)
  }

  /// The keys of the rows that meet the condition now.
  func keys(in database: any Governor) throws -> Set<RowKey> {
    var keys: Set<RowKey> = []
    try database.forEach(query) { row in keys.insert(RowKey(try (0..<row.count).map { try row[$0] })) }
    return keys
  }

  /// What a change means; nil if it concerns no row that meets, or met, the condition.
  ///
  /// - Parameter now: The result of ``keys(in:)`` after the change.
  mutating func part(of change: RowChange, now: Set<RowKey>) -> Part? {
    let key = change.newKey ?? change.key
    let wasInside = members.remove(change.key) != nil
    let isInside = change.kind != .delete && now.contains(key)
    if isInside { members.insert(key) }
    switch change.kind {
    case .insert: return isInside ? .inside : nil
    case .delete: return wasInside ? .inside : nil
    case .update: return wasInside ? (isInside ? .inside : .leaves) : isInside ? .enters : nil
    }
  }

  /// Call it if nobody knows what changed.
  mutating func forget(now: Set<RowKey>) { members = now }
}
