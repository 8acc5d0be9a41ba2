/// How a batch changes entries: each once, at the end, by what it is after all changes of its row.
///
/// This runs while the writing connection is still held, and takes no locks but the map's and the entries'. What is known
/// is set; the rest is read again later. All entries that it touches are kept until observers were told, so that none of
/// them goes here.
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
      set(change, layout, &work[place])
    }
    var notices = gone
    var stale: [TableEntry] = []
    notices.reserveCapacity(gone.count + work.count)
    for item in work { notices.append(finish(item, at: stamp, &stale)) }
    postpone(notices, stale: stale)
    if isUnclear { markAllStale(stamp) }
  }

  /// Sets the values of one change where they follow on what the entry has. Where they don't, the entry is ahead of the
  /// batches, or behind.
  private func set(_ change: RowChange, _ layout: LayoutPlaces, _ work: inout Work) {
    guard let cells = change.cells else {
      work.mustBeRead = true
      return
    }
    for cell in cells {
      guard let place = layout.place(of: cell.column) else { continue }
      guard let new = cell.new else {
        work.mustBeRead = true
        continue
      }
      let current = work.values[place]
      if current.isStoredAs(new) { continue }
      if let old = cell.old, !current.isStoredAs(old) {
        work.mustBeRead = true
      } else {
        work.values[place] = new
      }
    }
    for column in plan.computed where !layout.tells(column, in: cells) { work.mustBeRead = true }
  }

  private func finish(_ work: Work, at stamp: Int, _ stale: inout [TableEntry]) -> EntryNotice {
    var notice = EntryNotice(entry: work.entry)
    let isObserved = isObserved(work.entry)
    let isQueued = work.entry.state.withLock { state in
      if state.status == .deleted { return false }
      // Somebody set other values meanwhile, and which are newer is not known.
      let isOvertaken = state.version != work.version
      // What was old before is old still, but for what the batch told.
      let mustBeRead = work.mustBeRead || isOvertaken || state.status == .stale
      state.isBorn = true
      state.written = stamp
      if !isOvertaken {
        if isObserved { notice.columns = ColumnSet(differencesOf: state.values, and: work.values) }
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
    for entry in entries where entry.state.withLock({ $0.becomeStale(at: stamp) }) { stale.append(entry) }
    // Those that are in the list already are kept from going here, too.
    postpone(entries.map { EntryNotice(entry: $0) }, stale: stale)
  }

  /// True where rows may have changed with those of another table.
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
  /// The order of our key's columns in that of the batch; nil where it is another key.
  private let keyOrder: [Int]?
  private let keepsOrder: Bool

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

  /// True where the batch's keys are made of the columns that ours are made of.
  var hasOurKey: Bool { keyOrder != nil }

  func reordered(_ key: RowKey) -> RowKey {
    guard let keyOrder, !keepsOrder else { return key }
    let values = key.values
    return RowKey(keyOrder.filter(values.indices.contains).map { values[$0] })
  }

  func place(of column: Int) -> Int? { places.indices.contains(column) ? places[column] : nil }

  func tells(_ column: Int, in cells: [ChangedCell]) -> Bool {
    cells.contains { place(of: $0.column) == column && $0.new != nil }
  }
}
