/// The tables whose changes somebody wants to hear of, by their identities.
public enum ChangeInterest: Sendable, Hashable {
  /// These tables; none if the set is empty.
  case tables(Set<TableName>)
  /// Every table there is.
  case everything

  /// Nobody listens.
  public static let nothing = ChangeInterest.tables([])

  /// True if nobody listens.
  public var isNothing: Bool { self == .nothing }

  /// True if the changes of a table are wanted.
  public func contains(_ identity: TableName) -> Bool {
    switch self {
    case .everything: true
    case .tables(let tables): tables.contains(identity)
    }
  }

  /// The union of both.
  public func union(_ other: ChangeInterest) -> ChangeInterest {
    switch (self, other) {
    case (.tables(let first), .tables(let second)): .tables(first.union(second))
    default: .everything
    }
  }

  /// The part of a batch that is wanted; nil if nothing is.
  func part(of batch: ChangeBatch) -> ChangeBatch? {
    guard case .tables(let tables) = self else { return batch.isEmpty ? nil : batch }
    var part = batch
    if !batch.unknown.isEmpty { part.unknown = UnknownTables(tables: tables.filter(batch.unknown.contains)) }
    part.schemaChanges.removeAll { change in
      guard let schema = change.schema else { return false }
      return !tables.contains { $0.schema == nil || $0.schema == schema }
    }
    part.rows = rows(of: batch, in: tables)
    return part.isEmpty ? nil : part
  }

  /// Most batches are about one table, so they are wanted as they are or not at all.
  private func rows(of batch: ChangeBatch, in tables: Set<TableName>) -> [RowChange] {
    let rows = batch.rows
    guard let first = rows.first?.layout else { return [] }
    // By their places, since each row that is taken from the array would be copied.
    if rows.indices.allSatisfy({ rows[$0].layout === first }) { return tables.contains(first.identity) ? rows : [] }
    var last = first
    var isWanted = tables.contains(first.identity)
    return rows.filter { change in
      if change.layout !== last {
        last = change.layout
        isWanted = tables.contains(last.identity)
      }
      return isWanted
    }
  }
}
