/// Collects the changes of one transaction until its outcome is known, without what is undone on the way: for a
/// ``ChangeSource`` that hears of each row as it is written.
///
/// Such a database reports every row before it changes, and no undoing but that of a whole transaction. So each change
/// has a position, savepoints and statements remember the position at which they began, and undoing them drops what
/// came later. If more rows of a table change than are worth remembering, it becomes *vague*: its rows are dropped, and
/// it is only known that something in it changed. What is left at the commit goes into a ``ChangeBatch``: ``changes``
/// into its rows, ``vagueTables`` into its unknown tables.
///
/// Tables are numbers here, assigned by the driver from 0 on. It is a value for one thread, usually the connection's.
public struct ChangeCollector: Sendable {
  /// The limits of what is remembered.
  public struct Limits: Sendable {
    /// Rows of one table.
    public var rows: Int
    /// Bytes of all changes, according to ``RowChange/size``.
    public var bytes: Int

    /// Limits for the rows of each table, and the bytes of all: 64 MiB by default.
    public init(rows: Int, bytes: Int = 64 << 20) {
      self.rows = rows
      self.bytes = bytes
    }
  }

  /// The position of a change. Separate from the changes, so that these can be passed on as they are.
  private struct Mark {
    var position: Int
    var table: Int
    var size: Int
  }

  private struct Tally {
    /// How many of its changes are remembered.
    var count = 0
    /// The position of its first change; nil without any.
    var first: Int?
    var isVague = false
  }

  private let limits: Limits
  /// The remembered changes, in order.
  public private(set) var changes: [RowChange] = []
  /// A mark for each of them.
  private var marks: [Mark] = []
  private var tables: [Tally] = []
  private var bytes = 0
  private var savepoints: [(name: String, position: Int)] = []
  /// The positions of schema changes.
  private var schemaChanges: [Int] = []
  /// The position of the next change: a statement remembers it when it begins.
  public private(set) var position = 0

  /// A collector of a transaction that has changed nothing yet.
  public init(limits: Limits) { self.limits = limits }

  /// True if nothing was noted, or ``removeAll()`` dropped everything.
  public var isEmpty: Bool { position == 0 }
  /// The tables of which it is only known that something changed.
  public var vagueTables: [Int] { tables.indices.filter { tables[$0].isVague } }
  /// True if the schema was changed.
  public var changesSchema: Bool { !schemaChanges.isEmpty }

  /// True if a table's further changes need not be reported.
  public func isVague(_ table: Int) -> Bool { table < tables.count && tables[table].isVague }

  // MARK: Noting

  /// Notes a change of a row.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - table: The table's number.
  ///   - size: About how many bytes it takes: its ``RowChange/size``, unless the driver knows better.
  public mutating func add(_ change: consuming RowChange, table: Int, size: Int) {
    touch(table)
    guard !tables[table].isVague else { return }
    guard tables[table].count < limits.rows, bytes + size <= limits.bytes else { return makeVague(table) }
    changes.append(change)
    marks.append(Mark(position: position, table: table, size: size))
    tables[table].count += 1
    bytes += size
    position += 1
  }

  /// Notes that something in a table changed.
  public mutating func addVague(table: Int) {
    touch(table)
    if !tables[table].isVague { makeVague(table) }
  }

  /// Makes the tables vague whose rows changed from a position on: nobody knows how many of these changes stay.
  public mutating func makeVague(since mark: Int) {
    for table in Set(marks.lazy.filter { $0.position >= mark }.map(\.table)) { makeVague(table) }
  }

  /// Notes a change of the schema.
  public mutating func addSchemaChange() {
    schemaChanges.append(position)
    position += 1
  }

  private mutating func touch(_ table: Int) {
    while tables.count <= table { tables.append(Tally()) }
    if tables[table].first == nil { tables[table].first = position }
  }

  private mutating func makeVague(_ table: Int) {
    position += 1
    tables[table].isVague = true
    keep(changes.indices.filter { marks[$0].table != table })
  }

  /// Replaces what is remembered of some tables, since more is known now; nil makes the table vague.
  public mutating func replaceChanges(_ body: (_ table: Int, RowChange) -> RowChange?) {
    var lost: Set<Int> = []
    for index in changes.indices {
      if let change = body(marks[index].table, changes[index]) {
        changes[index] = change
      } else {
        lost.insert(marks[index].table)
      }
    }
    for table in lost { makeVague(table) }
  }

  /// Removes what turned out to be no change.
  public mutating func removeChanges(where isNone: (RowChange) -> Bool) {
    keep(changes.indices.filter { !isNone(changes[$0]) })
  }

  /// Drops all changes except some, given by their places.
  private mutating func keep(_ kept: [Int]) {
    if kept.count == changes.count { return }
    for mark in marks {
      bytes -= mark.size
      tables[mark.table].count -= 1
    }
    changes = kept.map { changes[$0] }
    marks = kept.map { marks[$0] }
    for mark in marks {
      bytes += mark.size
      tables[mark.table].count += 1
    }
  }

  // MARK: Undoing

  /// Drops the changes from a position on.
  public mutating func undo(to mark: Int) {
    while let last = marks.last, last.position >= mark {
      tables[last.table].count -= 1
      bytes -= last.size
      marks.removeLast()
      changes.removeLast()
    }
    // A table whose first change is undone is as it was. One that became vague after earlier changes stays vague.
    for index in tables.indices where tables[index].first.map({ $0 >= mark }) ?? false { tables[index] = Tally() }
    schemaChanges.removeAll { $0 >= mark }
  }

  /// Begins a savepoint. If several have one name, in any case of ASCII letters, the newest counts.
  public mutating func savepoint(_ name: String) { savepoints.append((name, position)) }

  /// Forgets a savepoint and those inside it; the changes stay.
  public mutating func release(_ name: String) {
    guard let index = index(of: name) else { return }
    savepoints.removeSubrange(index...)
  }

  /// Undoes the changes since a savepoint, which stays.
  public mutating func rollback(to name: String) {
    guard let index = index(of: name) else { return }
    savepoints.removeSubrange((index + 1)...)
    undo(to: savepoints[index].position)
  }

  private func index(of name: String) -> Int? {
    savepoints.lastIndex { $0.name.equalsIgnoringASCIICase(name) }
  }

  /// Drops everything: the transaction is over.
  public mutating func removeAll() {
    if position == 0, savepoints.isEmpty { return }
    self = ChangeCollector(limits: limits)
  }
}
