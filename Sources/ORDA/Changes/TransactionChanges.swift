/// What one transaction has changed so far, with what is undone before it ends taken out.
///
/// The database tells of every row before it changes, and of no undoing but that of a whole transaction. So each change
/// has a position, savepoints and statements remember the position that they began at, and undoing them drops what came
/// later. A table of which more rows change than are worth remembering becomes *vague*: its rows are dropped, and it is
/// known only that something in it changed.
///
/// Drivers that hear of each row use it: what runs for each of them can be inlined, so that it is compiled for their type.
package struct TransactionChanges<Change> {
  /// What is remembered at most: rows of one table, and bytes of all.
  package struct Limits: Sendable {
    @usableFromInline package var rows: Int
    @usableFromInline package var bytes: Int

    package init(rows: Int, bytes: Int = 64 << 20) {
      self.rows = rows
      self.bytes = bytes
    }
  }

  @usableFromInline
  struct Entry {
    @usableFromInline var position: Int
    @usableFromInline var table: Int
    @usableFromInline var size: Int
    @usableFromInline var change: Change

    @inlinable
    init(position: Int, table: Int, size: Int, change: Change) {
      self.position = position
      self.table = table
      self.size = size
      self.change = change
    }
  }

  @usableFromInline
  struct Table {
    /// How many of its changes are remembered.
    @usableFromInline var count = 0
    /// Where its first change was; nil without any.
    @usableFromInline var first: Int?
    @usableFromInline var isVague = false

    @inlinable
    init() {}
  }

  @usableFromInline package let limits: Limits
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var tables: [Table] = []
  @usableFromInline var bytes = 0
  private var savepoints: [(name: String, position: Int)] = []
  /// Where the schema was changed.
  private var schemaChanges: [Int] = []
  /// Where the next change will be: what a statement remembers when it begins.
  @usableFromInline package internal(set) var position = 0

  package init(limits: Limits) { self.limits = limits }

  package var isEmpty: Bool { position == 0 }
  /// The changes that are remembered, in order.
  package var changes: [Change] { entries.map(\.change) }
  /// What becomes of the changes that are remembered, in order; nil for none.
  @inlinable
  package func changes<Product>(_ make: (Change) -> Product?) -> [Product] {
    var products: [Product] = []
    products.reserveCapacity(entries.count)
    for index in entries.indices { if let product = make(entries[index].change) { products.append(product) } }
    return products
  }
  /// The tables of which it is known only that something changed.
  package var vagueTables: [Int] { tables.indices.filter { tables[$0].isVague } }
  package var changesSchema: Bool { !schemaChanges.isEmpty }

  /// True where a table's further changes need not be told.
  @inlinable
  package func isVague(_ table: Int) -> Bool { table < tables.count && tables[table].isVague }

  // MARK: Noting

  /// Notes a change of a row, which takes about so many bytes.
  @inlinable
  package mutating func add(_ change: Change, table: Int, size: Int) {
    touch(table)
    guard !tables[table].isVague else { return }
    guard tables[table].count < limits.rows, bytes + size <= limits.bytes else { return makeVague(table) }
    entries.append(Entry(position: position, table: table, size: size, change: change))
    tables[table].count += 1
    bytes += size
    position += 1
  }

  /// Notes that something in a table changed.
  package mutating func addVague(table: Int) {
    touch(table)
    if !tables[table].isVague { makeVague(table) }
  }

  /// Notes a change of the schema.
  package mutating func addSchemaChange() {
    schemaChanges.append(position)
    position += 1
  }

  @inlinable
  mutating func touch(_ table: Int) {
    while tables.count <= table { tables.append(Table()) }
    if tables[table].first == nil { tables[table].first = position }
  }

  @inlinable
  mutating func makeVague(_ table: Int) {
    position += 1
    tables[table].isVague = true
    tables[table].count = 0
    entries.removeAll { entry in
      guard entry.table == table else { return false }
      bytes -= entry.size
      return true
    }
  }

  /// Replaces what is remembered of some tables, since more is known now; nil makes the table vague.
  @inlinable
  package mutating func replaceChanges(_ body: (Int, Change) -> Change?) {
    var lost: Set<Int> = []
    for index in entries.indices {
      if let change = body(entries[index].table, entries[index].change) {
        entries[index].change = change
      } else {
        lost.insert(entries[index].table)
      }
    }
    for table in lost { makeVague(table) }
  }

  /// Takes out what turned out to be no change.
  @inlinable
  package mutating func removeChanges(where isNone: (Change) -> Bool) {
    entries.removeAll { entry in
      guard isNone(entry.change) else { return false }
      bytes -= entry.size
      tables[entry.table].count -= 1
      return true
    }
  }

  // MARK: Undoing

  /// Drops what was changed from a position on.
  package mutating func undo(to mark: Int) {
    while let last = entries.last, last.position >= mark {
      tables[last.table].count -= 1
      bytes -= last.size
      entries.removeLast()
    }
    // A table whose first change is undone is as it was. One that became vague after earlier changes stays so.
    for index in tables.indices where tables[index].first.map({ $0 >= mark }) ?? false { tables[index] = Table() }
    schemaChanges.removeAll { $0 >= mark }
  }

  /// The newest of a name counts, in whatever case of ASCII letters.
  package mutating func savepoint(_ name: String) { savepoints.append((name, position)) }

  /// Forgets a savepoint and those inside it; what was done stays.
  package mutating func release(_ name: String) {
    guard let index = index(of: name) else { return }
    savepoints.removeSubrange(index...)
  }

  /// Undoes what was done since a savepoint, which stays.
  package mutating func rollback(to name: String) {
    guard let index = index(of: name) else { return }
    savepoints.removeSubrange((index + 1)...)
    undo(to: savepoints[index].position)
  }

  private func index(of name: String) -> Int? {
    savepoints.lastIndex { $0.name.equalsIgnoringASCIICase(name) }
  }

  /// The transaction is over.
  package mutating func removeAll() {
    if position == 0, savepoints.isEmpty { return }
    self = TransactionChanges(limits: limits)
  }
}
