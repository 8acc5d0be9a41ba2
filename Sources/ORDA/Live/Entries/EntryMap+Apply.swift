internal import ORDAThreads

/// How a batch changes entries: each once, at the end, to what it is after all changes of its row.
///
/// This runs while the writing connection is still held, and takes no locks but the map's and the entries'. It sets
/// what is known; the rest is read again later. All entries it touches are kept until their observers were called, so
/// none is released here.
extension EntryMap {
  /// An entry, and what becomes of it.
  private struct Work {
    let entry: TableEntry
    var values: [Value]
    /// When the values were taken.
    let version: Int
    var mustBeRead = false
  }

  /// Applies a batch.
  func apply(_ batch: ChangeBatch) {
    guard let stamp = beginApplying(batch.sequence) else { return }
    if !batch.schemaChanges.isEmpty { isOutdated = true }
    if batch.unknown.contains(plan.identity) || dependsOn(batch) { return markAllStale(stamp) }
    if batch.rows.areSeparateUpdates(of: plan.identity), let layout = places(of: batch.rows[0].layout),
      layout.keepsOrder
    {
      return set(batch.rows, layout, at: stamp)
    }
    var work: [Work] = []
    var known: [ObjectIdentifier: Int] = [:]
    var gone: [EntryNotice] = []
    var isUnclear = false
    for change in batch.rows where change.layout.identity == plan.identity {
      guard let layout = places(of: change.layout), layout.hasOurKey else {
        isUnclear = true
        break
      }
      guard let entry = entry(for: layout.reordered(change.key)) else { continue }
      let id = ObjectIdentifier(entry)
      if change.kind == .delete {
        known[id] = nil
        gone.append(delete(entry, at: stamp))
        continue
      }
      if let newKey = change.newKey, let displaced = attach(entry, to: layout.reordered(newKey)) {
        gone.append(delete(displaced, at: stamp))
      }
      let place: Int
      if let index = known[id] {
        place = index
      } else {
        place = work.count
        let (values, version) = entry.state.withLock { ($0.values, $0.version) }
        work.append(Work(entry: entry, values: values, version: version))
        if batch.rows.count > 1 { known[id] = place }
      }
      if set(change, layout, &work[place].values) { work[place].mustBeRead = true }
    }
    var notices = gone
    var stale: [TableEntry] = []
    notices.reserveCapacity(gone.count + work.count)
    for item in work { notices.append(finish(item, at: stamp, &stale)) }
    news.postpone(notices, stale: stale)
    if isUnclear { markAllStale(stamp) }
  }

  /// Applies updates, each of another row: their entries are set in place.
  private func set(_ rows: [RowChange], _ layout: LayoutPlaces, at stamp: Int) {
    var notices: [EntryNotice] = []
    var stale: [TableEntry] = []
    // Entries without observers are released outside the lock, if at all. The last entry may hold the last reference to
    // its table, and that to the governor: these must not be released here.
    var others: [TableEntry] = []
    var table: (any AnyObject & Sendable)?
    var next = 0
    while next < rows.count {
      // Others wait for the map's lock meanwhile, so not all updates are applied at once.
      let end = min(next + 256, rows.count)
      state.withLock { state in
        // There are fewer locks than entries.
        let isLocked = end - next > EntryLocks.count
        if isLocked { locks.lockAll() }
        defer { if isLocked { locks.unlockAll() } }
        while next < end {
          if let entry = state.slots.entry(at: rows[next].key) {
            set(rows[next], layout, at: stamp, in: entry, isLocked: isLocked, &notices, &stale, &others)
          }
          next += 1
        }
      }
      if table == nil { table = others.first?.home }
      others.removeAll(keepingCapacity: true)
    }
    news.postpone(notices, stale: stale, keeping: table)
  }

  @inline(__always)
  private func set(
    _ change: borrowing RowChange, _ layout: LayoutPlaces, at stamp: Int, in entry: TableEntry, isLocked: Bool,
    _ notices: inout [EntryNotice], _ stale: inout [TableEntry], _ others: inout [TableEntry]
  ) {
    var isObserved = false
    var columns = ColumnSet()
    let isQueued = entry.withState(isLocked: isLocked) { state in
      isObserved = self.isObserved(entry)
      if state.status == .deleted { return false }
      let mustBeRead = set(change, layout, &state.values) { if isObserved { columns.insert($0) } }
      state.isShared = true
      state.written = stamp
      state.version = stamp
      return mustBeRead || state.status == .stale ? state.becomeStale(at: stamp) : false
    }
    if isQueued { stale.append(entry) }
    if isObserved { notices.append(EntryNotice(entry: entry, columns: columns)) } else { others.append(entry) }
  }

  /// Sets the values of one change where they follow on from the entry's own. True if some do not: the entry is ahead
  /// of the batches, or behind, and must be read again.
  @inline(__always)
  private func set(
    _ change: borrowing RowChange, _ layout: LayoutPlaces, _ values: inout [Value], noting: (Int) -> Void = { _ in }
  ) -> Bool {
    if case .unknown = change.changed { return true }
    if case .row(let cells) = change.changed { return set(row: cells, layout, &values, noting: noting) }
    var mustBeRead = false
    change.changed.forEach { cell in
      guard let place = layout.place(of: cell.column) else { return }
      guard let new = cell.new else {
        mustBeRead = true
        return
      }
      if values[place].isStoredAs(new) { return }
      if let old = cell.old, !values[place].isStoredAs(old) {
        mustBeRead = true
      } else {
        values[place] = new
        noting(place)
      }
    }
    for column in plan.computed where !layout.tells(column, in: change.changed) { mustBeRead = true }
    return mustBeRead
  }

  /// Sets what a row is known to hold now. True if something is not known.
  private func set(
    row: [ChangedCell], _ layout: LayoutPlaces, _ values: inout [Value], noting: (Int) -> Void
  ) -> Bool {
    var mustBeRead = !plan.computed.isEmpty
    for cell in row {
      guard let place = layout.place(of: cell.column) else { continue }
      guard let new = cell.new else {
        mustBeRead = true
        continue
      }
      if values[place].isStoredAs(new) { continue }
      values[place] = new
      noting(place)
    }
    return mustBeRead
  }

  private func finish(_ work: Work, at stamp: Int, _ stale: inout [TableEntry]) -> EntryNotice {
    var notice = EntryNotice(entry: work.entry)
    let isQueued = work.entry.state.withLock { state in
      if state.status == .deleted { return false }
      // Another thread set values meanwhile, and nobody knows which are newer.
      let isOvertaken = state.version != work.version
      // What was old before is still old, except for what the batch reported.
      let mustBeRead = work.mustBeRead || isOvertaken || state.status == .stale
      state.isShared = true
      state.written = stamp
      if !isOvertaken {
        if isObserved(work.entry) { notice.columns = ColumnSet(differencesOf: state.values, and: work.values) }
        state.values = work.values
        state.version = stamp
      }
      return mustBeRead ? state.becomeStale(at: stamp) : false
    }
    if isQueued { stale.append(work.entry) }
    return notice
  }

  /// Marks an entry deleted, and takes it out of the map.
  func delete(_ entry: TableEntry, at stamp: Int) -> EntryNotice {
    detach(entry)
    let wasDeleted = entry.state.withLock { state in
      defer { state.becomeDeleted(at: stamp) }
      return state.status == .deleted
    }
    return EntryNotice(entry: entry, isDeleted: !wasDeleted)
  }

  private func markAllStale(_ stamp: Int) {
    let entries = all()
    var stale: [TableEntry] = []
    for entry in entries {
      let isQueued = entry.state.withLock { state in
        // Nobody has said that the row of an entry is committed that only a transaction has seen.
        let isShared = state.isShared
        defer { state.isShared = isShared }
        return state.becomeStale(at: stamp)
      }
      if isQueued { stale.append(entry) }
    }
    // Those already in the list are also kept from being released here.
    news.postpone(entries.map { EntryNotice(entry: $0) }, stale: stale)
  }

  /// True if changes of another table may have changed rows of this one.
  private func dependsOn(_ batch: ChangeBatch) -> Bool {
    if ancestors.isEmpty { return false }
    return ancestors.contains(where: batch.unknown.contains)
      || batch.rows.contains { $0.kind != .insert && ancestors.contains($0.layout.identity) }
  }

  private func places(of rowLayout: RowLayout) -> LayoutPlaces? {
    layout.withLock { known in
      if let known, known.layout === rowLayout { return known }
      let made = LayoutPlaces(rowLayout, plan)
      known = made
      return made
    }
  }
}

/// Where the columns of a batch's rows lie among those of entries.
struct LayoutPlaces: Sendable {
  let layout: RowLayout
  private let places: [Int?]
  /// The order of our key's columns in the batch's key; nil if that is another key.
  private let keyOrder: [Int]?
  /// True if that order is the same.
  let keepsOrder: Bool

  init(_ layout: RowLayout, _ plan: TablePlan) {
    self.layout = layout
    places = layout.columns.map { plan.names.index(of: $0) }
    let order = plan.key.map { place in
      layout.keyColumns.firstIndex { $0.equalsIgnoringASCIICase(plan.names.names[place]) }
    }
    let isSame = order.count == layout.keyColumns.count && !order.contains(nil)
    keyOrder = isSame ? order.compactMap { $0 } : nil
    keepsOrder = keyOrder.map { $0 == Array($0.indices) } ?? false
  }

  /// True if the batch's keys consist of the same columns as ours.
  var hasOurKey: Bool { keyOrder != nil }

  func reordered(_ key: RowKey) -> RowKey {
    guard let keyOrder, !keepsOrder else { return key }
    let values = key.values
    return RowKey(keyOrder.filter(values.indices.contains).map { values[$0] })
  }

  @inline(__always)
  func place(of column: Int) -> Int? { places.indices.contains(column) ? places[column] : nil }

  func tells(_ column: Int, in cells: ChangedCells) -> Bool {
    var isTold = false
    cells.forEach { if place(of: $0.column) == column, $0.new != nil { isTold = true } }
    return isTold
  }
}

extension [RowChange] {
  /// True if all are updates of this table that keep the rows' keys, and each is of another row: because their numbers
  /// ascend, as when a statement scans a table, or because there is only one.
  fileprivate func areSeparateUpdates(of table: TableName) -> Bool {
    guard let first, first.layout.identity == table else { return false }
    var last: Int64?
    for index in indices {
      guard self[index].kind == .update, self[index].newKey == nil, self[index].layout === first.layout else {
        return false
      }
      if count == 1 { return true }
      guard let number = self[index].key.number, last.map({ $0 < number }) ?? true else { return false }
      last = number
    }
    return true
  }
}
