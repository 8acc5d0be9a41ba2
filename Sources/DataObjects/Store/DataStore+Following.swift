internal import ORDA
internal import ORDAThreads

/// Following what others write: other programs, and this one when it bypasses the store.
///
/// The values that a change carries are not used: the rows are read again, after everything in the queue. So what is read
/// is never older than what the store has written, whichever came first.
extension DataStore {
  func heard(_ batch: ChangeBatch) {
    if isFetching { heardMeanwhile.append(batch) }
    // Before the lists, so that an object mostly has its new values when it comes, goes or moves.
    reread(after: batch)
    followers.heard(batch)
  }

  /// Has objects read again that fetches under way are making from a table: the store itself changes rows, and doesn't
  /// know whether they are being fetched.
  func rereadWhatIsFetched(of table: TableName) {
    if isFetching { heardMeanwhile.append(ChangeBatch(origin: .governor, unknown: UnknownTables(tables: [table]))) }
  }

  func reread(after batch: ChangeBatch) {
    for table in allTables {
      let ids = table.liveIDs(changedBy: batch)
      if !ids.isEmpty { reread(ids, of: table) }
    }
  }

  /// Has the row of a live object be read again.
  func rereadLater(_ id: Value?, of table: any ObjectTable) {
    if let id { reread([id], of: table) }
  }

  /// Rows to be read again are gathered while others are being read.
  private func reread(_ ids: [Value], of table: any ObjectTable) {
    let place = ObjectIdentifier(table)
    let isReading = pendingRereads[place] != nil
    pendingRereads[place, default: []].formUnion(ids.map { RowKey([$0]) })
    if isReading { return }
    // Detached: a transaction that is open in the caller's task is not the store's.
    Task.detached { [weak self] in
      while await self?.rereadPending(at: place) ?? false {}
    }
  }

  /// Reads the gathered rows of a table again.
  ///
  /// - Returns: Whether there were any.
  private func rereadPending(at place: ObjectIdentifier) async -> Bool {
    guard !isClosed, let ids = pendingRereads[place], !ids.isEmpty,
      let table = allTables.first(where: { ObjectIdentifier($0) == place })
    else {
      pendingRereads[place] = nil
      return false
    }
    pendingRereads[place] = []
    do { try await table.reread(ids.flatMap(\.values)) } catch {
      if isClosed { return true }
      // Writes wait for an unreachable or busy database, too.
      if (error as? DatabaseError)?.isTransient == true {
        pendingRereads[place]?.formUnion(ids)
        try? await governor.timeSource.suspend(for: .milliseconds(200))
        return true
      }
      // They are read again after the next change, and stay as they are without one.
      failures.tell(DataFailure(object: nil, entity: table.name, id: nil, columns: [], error: error))
    }
    return true
  }
}

extension TypedObjectTable {
  func liveIDs(changedBy batch: ChangeBatch) -> [Value] {
    if !entity.isUniqued { return [] }
    if batch.unknown.concerns(table) || lookups.contains(where: { batch.unknown.concerns($0.table) }) {
      return liveIDs()
    }
    var ids: Set<RowKey> = []
    // The rows of one table share their layout, so that names are compared once.
    var layout: RowLayout?
    var changed = ChangedTable.none
    for change in batch.rows {
      if change.layout !== layout {
        layout = change.layout
        changed = meaning(of: change.layout)
      }
      switch changed {
      case .none: continue
      case .rows:
        ids.insert(change.key)
        if let key = change.newKey { ids.insert(key) }
      case .lookup(let column):
        guard change.kind != .update, let cell = change.cells?.first(where: { $0.column == column }),
          let id = cell.new ?? cell.old
        else { return liveIDs() }
        ids.insert(RowKey([id]))
      case .unclear: return liveIDs()
      }
    }
    return ids.compactMap(\.values.first).filter { object(of: $0) != nil }
  }
}

/// How a table that changed concerns an entity.
private enum ChangedTable {
  case none
  /// Its own table.
  case rows
  /// A lookup table, with the place of the column that names the parent.
  case lookup(Int)
  /// A lookup table whose columns are not known.
  case unclear
}

extension TypedObjectTable {
  private func meaning(of layout: RowLayout) -> ChangedTable {
    if layout.table.isSame(as: table) { return .rows }
    guard let lookup = lookups.first(where: { layout.table.isSame(as: $0.table) }) else { return .none }
    return layout.index(of: lookup.parent).map { .lookup($0) } ?? .unclear
  }
}

extension UnknownTables {
  func concerns(_ table: TableName) -> Bool {
    isEverything || !schemas.isEmpty || tables.contains { $0.isSame(as: table) }
  }
}

extension TableName {
  /// True if a table reported with its schema may be one that the model names.
  func isSame(as other: TableName) -> Bool {
    guard name.lowercased() == other.name.lowercased() else { return false }
    guard let schema, let otherSchema = other.schema else { return true }
    return schema.lowercased() == otherSchema.lowercased()
  }
}
