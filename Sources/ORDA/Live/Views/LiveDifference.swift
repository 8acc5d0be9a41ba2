/// How a live result or a live query changed: the steps from its list before to its list after.
///
/// Bring a list on a screen up to date in this order, which table views and diffable lists use:
///
/// 1. Take out what is at ``deletes`` and at the `from` of ``moves``. Both are places in the list before; from the
///    highest to the lowest, no place shifts before its turn.
/// 2. Put in what is at ``inserts``, and what was moved at its `to`. Both are places in the list after; from the lowest
///    to the highest.
/// 3. Show what is at the `place` of ``updates`` again, in the list after.
///
/// ``apply(to:_:)`` does that to an array.
public struct LiveDifference<Entry: Sendable>: Sendable {
  /// An element that is in both lists, and whose place among the others changed.
  public struct Move: Sendable, Hashable {
    /// Its place in the list before.
    public let from: Int
    /// Its place in the list after.
    public let to: Int

    /// A move.
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// An element that is in both lists, and whose row changed.
  public struct Update: Sendable, Hashable {
    /// Its place in the list before.
    public let from: Int
    /// Its place in the list after.
    public let place: Int
    /// The names of the columns that changed, in the order of the table.
    public let columns: [String]

    /// A change.
    public init(from: Int, place: Int, columns: [String]) {
      self.from = from
      self.place = place
      self.columns = columns
    }
  }

  /// The list before.
  public let before: [Entry]
  /// The list after.
  public let after: [Entry]
  /// Places in the list before of what is not in the list after, ascending.
  public let deletes: [Int]
  /// Places in the list after of what was not in the list before, ascending.
  public let inserts: [Int]
  /// What is in both lists and has to be moved: as few as possible. Ascending by `to`.
  public let moves: [Move]
  /// What is in both lists and changed, moved or not. Ascending by `place`. The entries already have the new values.
  public let updates: [Update]

  /// True if nothing differs and nothing changed.
  public var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty }

  /// Brings an array up to date that has one element for each in the list before, in the same order.
  ///
  /// - Parameters:
  ///   - list: The array; if its length differs, it is rebuilt.
  ///   - make: Makes the element for an entry that is new or has changed.
  /// - Throws: What `make` throws; the array is then unchanged.
  public func apply<T>(to list: inout [T], _ make: (Entry) throws -> T) rethrows {
    guard list.count == before.count else {
      list = try after.map(make)
      return
    }
    var leaves = Array(repeating: false, count: list.count)
    for place in deletes { leaves[place] = true }
    for move in moves { leaves[move.from] = true }
    var result: [T] = []
    result.reserveCapacity(after.count)
    var (old, insert, move, update) = (0, 0, 0, 0)
    for place in after.indices {
      var origin: Int?
      if insert < inserts.count, inserts[insert] == place {
        insert += 1
      } else if move < moves.count, moves[move].to == place {
        origin = moves[move].from
        move += 1
      } else {
        while old < leaves.count, leaves[old] { old += 1 }
        origin = old
        old += 1
      }
      let isUpdated = update < updates.count && updates[update].place == place
      if isUpdated { update += 1 }
      if let origin, origin < list.count, !isUpdated {
        result.append(list[origin])
      } else {
        result.append(try make(after[place]))
      }
    }
    list = result
  }
}

extension LiveDifference where Entry: Hashable {
  /// The deletions, insertions and moves as the standard library's type, which has no updates.
  public var collectionDifference: CollectionDifference<Entry> {
    var changes: [CollectionDifference<Entry>.Change] = []
    for place in deletes { changes.append(.remove(offset: place, element: before[place], associatedWith: nil)) }
    for place in inserts { changes.append(.insert(offset: place, element: after[place], associatedWith: nil)) }
    for move in moves {
      changes.append(.remove(offset: move.from, element: before[move.from], associatedWith: move.to))
      changes.append(.insert(offset: move.to, element: after[move.to], associatedWith: move.from))
    }
    return CollectionDifference(changes) ?? after.difference(from: before)
  }
}

extension LiveDifference {
  /// The steps from one list to another.
  ///
  /// - Parameters:
  ///   - before: The list before.
  ///   - after: The list after.
  ///   - id: What tells the elements of a list apart.
  ///   - changed: The names of the columns that changed in an element of both lists; nil if none did.
  public init<ID: Hashable>(
    from before: [Entry], to after: [Entry], id: (Entry) -> ID, changed: (Entry) -> [String]? = { _ in nil }
  ) {
    let difference = ListDifference(from: before.map(id), to: after.map(id))
    self.init(from: before, to: after, difference, updates: difference.updates(in: after, changed))
  }

  private init(from before: [Entry], to after: [Entry], _ difference: ListDifference, updates: [Update]) {
    self.before = before
    self.after = after
    deletes = difference.deletes
    inserts = difference.inserts
    moves = difference.moves.map { Move(from: $0.from, to: $0.to) }
    self.updates = updates
  }
}

extension ListDifference {
  fileprivate func updates<Entry>(
    in after: [Entry], _ changed: (Entry) -> [String]?
  ) -> [LiveDifference<Entry>.Update] {
    after.indices.compactMap { place in
      guard let columns = changed(after[place]), let origin = origin(of: place) else { return nil }
      return LiveDifference<Entry>.Update(from: origin, place: place, columns: columns)
    }
  }
}

extension LiveDifference<TableEntry> {
  /// The steps from one list to another, and what changed in the entries that are in both.
  init(from before: [TableEntry], to after: [TableEntry], _ updates: EntryUpdates, names: ColumnNames) {
    let difference = ListDifference(from: before, to: after)
    var changed: [Update] = []
    if !updates.isEmpty {
      changed = difference.updates(in: after) { updates[$0]?.columns.map { names.names[$0] } }
    }
    self.init(from: before, to: after, difference, updates: changed)
  }

  /// The same difference, of other elements: one for each entry.
  func mapped<T>(_ transform: (TableEntry) -> T) -> LiveDifference<T> {
    LiveDifference<T>(
      before: before.map(transform), after: after.map(transform), deletes: deletes, inserts: inserts,
      moves: moves.map { .init(from: $0.from, to: $0.to) },
      updates: updates.map { .init(from: $0.from, place: $0.place, columns: $0.columns) })
  }
}

/// Entries whose rows changed, with the columns.
struct EntryUpdates {
  private var columns: [ObjectIdentifier: (entry: TableEntry, columns: ColumnSet)] = [:]

  var isEmpty: Bool { columns.isEmpty }
  var count: Int { columns.count }

  subscript(entry: TableEntry) -> ColumnSet? { columns[ObjectIdentifier(entry)]?.columns }

  mutating func add(_ entry: TableEntry, _ changed: ColumnSet) {
    columns[ObjectIdentifier(entry), default: (entry, ColumnSet())].columns.formUnion(changed)
  }

  mutating func formUnion(_ other: EntryUpdates) {
    if isEmpty { return self = other }
    for (entry, changed) in other.columns.values { add(entry, changed) }
  }

  /// Only those of some entries.
  func of(_ entries: [TableEntry]) -> EntryUpdates {
    var part = EntryUpdates()
    for entry in entries { part.columns[ObjectIdentifier(entry)] = columns[ObjectIdentifier(entry)] }
    return part
  }
}
