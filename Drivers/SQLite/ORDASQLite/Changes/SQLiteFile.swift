internal import FileWatch
internal import ORDA
internal import ORDAThreads
internal import Synchronization

/// One database as this process has it open, through any number of governors: who listens to it, and the order of its
/// commits.
final class SQLiteFile: @unchecked Sendable {
  // Proof: `order` and `listeners` are touched only under `state`, `watch` and `limitation` only under `control`; the
  // rest never changes or is atomic.

  /// What one commit did to a file, before each listener gets it with its own names.
  struct Batch: Sendable {
    /// The source of the governor whose connection committed; nil for a stranger.
    var source: SQLiteChangeSource?
    /// That connection's name for the file.
    var schema = "main"
    /// The transaction's mark.
    var mark: ChangeMark?
    var rows: [RowChange] = []
    /// Tables that changed in an unknown way: folded names without schema.
    var vagueTables: Set<String> = []
    /// True if any table may have changed.
    var isVague = false
    var changesSchema = false

    var isEmpty: Bool { rows.isEmpty && vagueTables.isEmpty && !isVague && !changesSchema }
  }

  /// A governor that listens to the file.
  private struct Listener {
    var source: SQLiteChangeSource
    /// The governor's name for the file.
    var schema: String
    /// Folded names of tables; nil for all.
    var tables: Set<String>?
    var feed: ChangeFeed
  }

  /// Nil for a database in memory.
  let path: String?
  private let state = Condition()
  private var order = CommitOrder<Batch>()
  private var listeners: [Listener] = []
  /// Held while batches are handed over, so that they stay in order.
  private let delivery = Condition()
  private let control = Condition()
  /// Held while one of its connections is closed.
  private let closing = Condition()
  private let connectionCount = Atomic<Int>(0)
  private var watch: (any CommitWatch)?
  /// Why other programs' commits are not noticed; nil if they are.
  private var limitation: String?
  /// True while the file's commits are counted.
  let isCounting = Atomic<Bool>(false)
  /// Changes whenever the schema may have changed.
  let schemaVersion = Atomic<Int>(0)

  init(path: String?) { self.path = path }

  // MARK: Connections

  /// A connection was opened, which is to be closed by ``close(_:)``.
  func noteOpened() { connectionCount.add(1, ordering: .relaxed) }

  /// Closes a connection while no other one of this process is closed.
  ///
  /// - Parameter close: Closes it; learns whether it is the last one that this process has.
  func close(_ close: (_ isLast: Bool) -> Void) {
    closing.withLock { close(connectionCount.subtract(1, ordering: .relaxed).newValue == 0) }
  }

  // MARK: Listening

  /// The tables that somebody listens to, folded: an empty set for none, nil for all.
  ///
  /// - Parameters:
  ///   - mark: The transaction's mark; nil for none.
  ///   - source: The governor that the transaction belongs to; its listeners alone know of the mark.
  func wantedTables(marked mark: ChangeMark? = nil, of source: SQLiteChangeSource? = nil) -> Set<String>? {
    let listeners = state.withLock { self.listeners }
    var wanted: Set<String> = []
    for listener in listeners {
      guard let tables = listener.tables else { return nil }
      if let mark, listener.source === source {
        wanted.formUnion(
          tables.filter { listener.feed.isWanted(TableName(schema: listener.schema, name: $0), marked: mark) })
      } else {
        wanted.formUnion(tables)
      }
    }
    return wanted
  }

  /// Sets what a governor listens to; no tables end its listening.
  func listen(_ source: SQLiteChangeSource, as schema: String, to interest: ChangeInterest, _ feed: ChangeFeed) {
    let tables: Set<String>? =
      switch interest {
      case .everything: nil
      case .tables(let tables): Set(tables.filter { $0.schema == schema }.map(\.name))
      }
    control.withLock {
      let isHeard = state.withLock {
        listeners.removeAll { $0.source === source && $0.schema == schema }
        if tables?.isEmpty != true {
          listeners.append(Listener(source: source, schema: schema, tables: tables, feed: feed))
        }
        return !listeners.isEmpty
      }
      // From here on connections set their hooks before their next statement that may write.
      SQLiteFiles.version.add(1, ordering: .sequentiallyConsistent)
      if isHeard { startWatching(source.watching) } else { stopWatching() }
    }
  }

  private func startWatching(_ watching: CommitWatching?) {
    guard watch == nil, path != nil, let watching else { return }
    do throws(DatabaseError) {
      let watch = try watching.watch(self)
      self.watch = watch
      limitation = nil
      isCounting.store(true, ordering: .sequentiallyConsistent)
      watch.start()
    } catch {
      limitation = "the file can't be watched: \(error.message)"
    }
  }

  private func stopWatching() {
    isCounting.store(false, ordering: .sequentiallyConsistent)
    watch?.stop()
    watch = nil
    limitation = nil
    state.withLock { order.stopCounting() }
  }

  /// How other programs' commits are noticed, or why not.
  func watching(by watching: CommitWatching) -> (means: String?, limitation: String?) {
    guard path != nil else { return (nil, "a database in memory has no other users") }
    return control.withLock {
      if let limitation { return (nil, limitation) }
      return (watch?.means ?? watching.means, watch?.limitation)
    }
  }

  // MARK: Commits

  /// Takes a ticket for a commit that is about to be made; see ``CommitOrder``.
  func takeTicket(base: UInt32?) -> (number: Int, mayFollowStranger: Bool) {
    state.withLock { order.take(base: base) }
  }

  /// The commit failed.
  func cancel(_ ticket: Int) { deliver { $0.cancel(ticket) } }

  /// The commit succeeded. Returns when it, and what was committed before it, has been handed over.
  func complete(_ ticket: Int, _ batch: Batch, wrote: Bool) {
    deliver { $0.complete(ticket, batch, wrote: wrote) }
    // The thread of an earlier commit may be a moment behind; it hands this one over too.
    waitUntilHandedOver(ticket)
  }

  /// Returns when commits under way, everybody's, have been handed over; false if one takes too long.
  func catchUp() -> Bool {
    guard waitUntilHandedOver(state.withLock { order.lastNumber }) else { return false }
    return control.withLock { watch }?.catchUp() ?? true
  }

  @discardableResult
  private func waitUntilHandedOver(_ ticket: Int) -> Bool {
    let limit = MonotonicTime.now + .seconds(1)
    let isSettled = state.withLock {
      while !order.isSettled(ticket), MonotonicTime.now < limit { state.wait(until: limit) }
      return order.isSettled(ticket)
    }
    delivery.withLock {}
    return isSettled
  }

  /// Looks at the count of commits, for the watch; hands over what a stranger committed.
  ///
  /// - Parameter read: Reads the count; nil if that is not possible now.
  func look(_ read: () -> UInt32?) -> (count: UInt32?, CommitOrder<Batch>.Look) {
    let (last, isBusy) = state.withLock { (order.lastNumber, order.isBusy) }
    // With a commit under way nobody could say whether what is read is from before or after it.
    if isBusy { return (nil, .undecided) }
    guard let count = read() else { return (nil, .nothingNew) }
    return delivery.withLock {
      let look = state.withLock { order.look(at: count, since: last) }
      if look == .stranger { handOver([.stranger]) }
      return (count, look)
    }
  }

  /// Reports a stranger's change of the schema.
  func noteForeignSchemaChange() {
    schemaVersion.add(1, ordering: .sequentiallyConsistent)
    SQLiteFiles.version.add(1, ordering: .sequentiallyConsistent)
    delivery.withLock { tell(Batch(isVague: true, changesSchema: true)) }
  }

  private func deliver(_ change: (inout CommitOrder<Batch>) -> [CommitOrder<Batch>.Event]) {
    delivery.withLock {
      let events = state.withLock {
        defer { state.broadcast() }
        return change(&order)
      }
      handOver(events)
    }
  }

  private func handOver(_ events: [CommitOrder<Batch>.Event]) {
    for event in events {
      switch event {
      case .stranger: tell(Batch(isVague: true))
      case .commit(_, let batch): if !batch.isEmpty { tell(batch) }
      }
    }
  }

  private func tell(_ batch: Batch) {
    for listener in state.withLock({ listeners }) {
      let schema = listener.schema
      var told = ChangeBatch(
        origin: batch.source == nil ? .elsewhere : batch.source === listener.source ? .governor : .process,
        mark: batch.source === listener.source ? batch.mark : nil,
        rows: schema == batch.schema ? batch.rows : RowChange.renamed(batch.rows, schema: schema))
      told.unknown.tables = Set(batch.vagueTables.map { TableName(schema: schema, name: $0) })
      if batch.isVague || batch.changesSchema { told.unknown.schemas = [schema] }
      if batch.changesSchema { told.schemaChanges = [SchemaChange(schema: schema)] }
      listener.feed.publish(told)
    }
  }
}

extension RowChange {
  /// The same changes as seen by a connection that has another name for the file.
  fileprivate static func renamed(_ rows: [RowChange], schema: String) -> [RowChange] {
    var layouts: [ObjectIdentifier: RowLayout] = [:]
    return rows.map { row in
      let layout =
        layouts[ObjectIdentifier(row.layout)]
        ?? RowLayout(
          table: TableName(schema: schema, name: row.layout.table.name),
          identity: TableName(schema: schema, name: row.layout.identity.name), columns: row.layout.columns,
          keyColumns: row.layout.keyColumns)
      layouts[ObjectIdentifier(row.layout)] = layout
      return RowChange(kind: row.kind, layout: layout, key: row.key, newKey: row.newKey, cells: row.cells)
    }
  }
}

/// The databases that this process has open.
enum SQLiteFiles {
  /// Counts what connections have to look at before they write: changes in who listens to what, and in schemas.
  static let version = Atomic<Int>(0)

  private final class Place {
    weak var file: SQLiteFile?
    init(_ file: SQLiteFile) { self.file = file }
  }

  // Proof: touched only under `lock`.
  private nonisolated(unsafe) static var places: [FileIdentity: Place] = [:]
  private static let lock = Condition()

  /// The object for the file at a path, the same for every path to it; a new one for a database in memory.
  static func file(at path: String?) -> SQLiteFile {
    guard let path, let identity = FileIdentity(path: path) else {
      return SQLiteFile(path: nil)
    }
    return lock.withLock {
      // A new file may get the number of a deleted one, while the old one may still be open here.
      if let file = places[identity]?.file, file.path.flatMap(FileIdentity.init) == identity { return file }
      places = places.filter { $0.value.file != nil }
      let file = SQLiteFile(path: path)
      places[identity] = Place(file)
      return file
    }
  }
}
