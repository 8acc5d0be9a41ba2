internal import ORDAThreads
internal import Synchronization

/// What all connections of a governor share about one text: its parse, and the place of each connection's own prepared
/// handle.
///
/// The place is an index into an array, so finding the handle takes no hashing. When nobody needs the text any more the
/// index is free for another; the serial number shows a connection that its handle there belongs to an older text.
final class StatementSlot: Sendable {
  let parsed: ParsedStatement
  /// The place of the handles; -1 if they are closed after use.
  let index: Int
  let serial: Int
  private let indexes: StatementIndexes?
  private let knownRoute = Atomic<UInt8>(Route.unknown.rawValue)
  #if Tracing
    private let knownTraced = AtomicLazyReference<TracedText>()

    /// The text as traces show it.
    func traced(in dialect: Dialect) -> TracedText {
      knownTraced.load() ?? knownTraced.storeIfNil(TracedText(parsed.text, in: dialect))
    }
  #endif

  /// Which pool the statement's connection comes from.
  enum Route: UInt8 {
    case unknown
    case reader
    case writer
  }

  fileprivate init(parsed: ParsedStatement, index: Int, serial: Int, indexes: StatementIndexes?) {
    self.parsed = parsed
    self.index = index
    self.serial = serial
    self.indexes = indexes
    if !parsed.keyword.mayRead { route = .writer }
  }

  deinit { indexes?.free(index) }

  /// The slot of a statement that runs once, as a script's do: nothing of it is kept.
  static func once(_ parsed: ParsedStatement) -> StatementSlot {
    StatementSlot(parsed: parsed, index: -1, serial: 0, indexes: nil)
  }

  /// Where it runs, as far as is known; the database confirms it when it prepares the statement.
  var route: Route {
    get { Route(rawValue: knownRoute.load(ordering: .relaxed)) ?? .unknown }
    set { knownRoute.store(newValue.rawValue, ordering: .relaxed) }
  }
}

/// The texts that a governor knows, the least recently used forgotten first.
///
/// A prepared ``Statement`` holds its slot itself, so its text can be forgotten here and its handle stays.
final class StatementSlots: Sendable {
  private let capacity: Int
  /// True if the driver takes lists.
  private let takesLists: Bool
  private let firstDialect: Dialect
  /// Another dialect that sessions have changed to; most never do, and find that out without a lock.
  private let otherDialect = Lock<Dialect?>(nil)
  private let hasOtherDialect = Atomic(false)
  private let state: Lock<State>
  private let indexes = StatementIndexes()
  /// The maximum length of a text to keep, in bytes: hundreds of long ones, each with values in it, would fill the
  /// memory.
  private static let longestKept = 1 << 16

  private struct State {
    var known: StatementTexts
    /// Counts the dialects: a text that was parsed with an earlier one is not kept.
    var dialects = 0
  }

  init(capacity: Int, dialect: Dialect, takesLists: Bool = false) {
    self.capacity = max(1, capacity)
    self.takesLists = takesLists
    firstDialect = dialect
    state = Lock(State(known: StatementTexts(capacity: self.capacity)))
  }

  /// How texts are read.
  var dialect: Dialect {
    hasOtherDialect.load(ordering: .acquiring) ? otherDialect.withLock { $0 } ?? firstDialect : firstDialect
  }

  /// Has texts read in a dialect from now on.
  func use(_ dialect: Dialect) {
    if dialect == self.dialect { return }
    otherDialect.withLock { $0 = dialect }
    hasOtherDialect.store(true, ordering: .releasing)
    let forgotten = state.withLock { state in
      defer {
        state.known = StatementTexts(capacity: capacity)
        state.dialects &+= 1
      }
      return state.known
    }
    _ = consume forgotten
  }

  /// The slot of a text, parsed now if it isn't known.
  ///
  /// - Parameter other: The dialect of its session, if that may differ from the governor's; what is read with that is
  ///   not kept.
  func slot(for sql: SQL, in other: Dialect? = nil) throws(DatabaseError) -> StatementSlot {
    if sql.hasLists, !takesLists { throw Self.noLists }
    if let other, other != self.dialect { return make(try parse(sql, other)) }
    // Without names the text is used as it is, without copying a dialect for it.
    let isPlain = sql.identifiers.isEmpty && !sql.hasLists
    if isPlain, let recent = state.withLock({ $0.known.recent(sql.text, sql.bindings.count) }) { return recent }
    let text = StatementText(sql: isPlain ? sql.text : key(of: sql), interpolations: sql.bindings.count)
    let hash = text.hash
    let (known, dialects) = state.withLock { ($0.known.find(text, hash), $0.dialects) }
    if let known { return known }
    // If the dialect has changed since, the result is not kept.
    let dialect = dialect
    let slot = make(try parse(sql, dialect))
    guard text.sql.utf8.count <= Self.longestKept else { return slot }
    // What falls out is released outside the lock.
    let forgotten = state.withLock { $0.dialects == dialects ? $0.known.remember(slot, text, hash) : nil }
    _ = consume forgotten
    return slot
  }

  private func parse(_ sql: SQL, _ dialect: Dialect) throws(DatabaseError) -> ParsedStatement {
    if let upsert = sql.upsert { return try ParsedStatement(upsert, dialect: dialect) }
    return try ParsedStatement.parse(
      sql.render(dialect), interpolations: sql.bindings.count, lists: sql.lists, dialect: dialect)
  }

  /// The key of a text. Lists of another shape, or of another column, make another statement of it; these follow one
  /// mark more than there are values, where nothing of a text can be.
  private func key(of sql: SQL) -> String {
    let text = sql.render(dialect)
    guard sql.hasLists else { return text }
    return sql.lists.sorted { $0.key < $1.key }.reduce(into: text) { text, list in
      text += "\(SQL.markerText)\(list.key) \(list.value.key)"
    }
  }

  private static var noLists: DatabaseError {
    DatabaseError(
      .unsupported,
      "this driver takes no lists as one parameter (the capability lists); write the values in the statement, with \\(in:)"
    )
  }

  func make(_ parsed: ParsedStatement) -> StatementSlot {
    let (index, serial) = indexes.take()
    return StatementSlot(parsed: parsed, index: index, serial: serial, indexes: indexes)
  }
}

/// Which indexes are taken. A separate object, which slots hold: if they held their owners, neither would ever be
/// released.
private final class StatementIndexes: Sendable {
  private struct State {
    var free: [Int] = []
    var nextIndex = 0
    var nextSerial = 0
  }

  private let state = Lock(State())

  /// An index that nobody has, and a number that nobody ever had.
  func take() -> (index: Int, serial: Int) {
    state.withLock { state in
      state.nextSerial &+= 1
      if let index = state.free.popLast() { return (index, state.nextSerial) }
      state.nextIndex += 1
      return (state.nextIndex - 1, state.nextSerial)
    }
  }

  func free(_ index: Int) { state.withLock { $0.free.append(index) } }
}
