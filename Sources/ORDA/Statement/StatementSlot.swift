internal import Synchronization

/// What all connections of a governor share of one text: its parse, and the place where each connection keeps its own
/// prepared handle.
///
/// The place is an index into an array, so that finding the handle costs no hashing. When nobody needs the text any more
/// the index is free for another; the serial number tells a connection that its handle there is of an older text.
final class StatementSlot: Sendable {
  let parsed: ParsedStatement
  let index: Int
  let serial: Int
  private let indexes: StatementIndexes
  private let knownRoute = Atomic<UInt8>(Route.unknown.rawValue)

  /// Which pool the statement's connection comes from.
  enum Route: UInt8 {
    case unknown
    case reader
    case writer
  }

  fileprivate init(parsed: ParsedStatement, index: Int, serial: Int, indexes: StatementIndexes) {
    self.parsed = parsed
    self.index = index
    self.serial = serial
    self.indexes = indexes
    if !parsed.keyword.mayRead { route = .writer }
  }

  deinit { indexes.free(index) }

  /// Where it runs, as far as is known; the database confirms it when it prepares the statement.
  var route: Route {
    get { Route(rawValue: knownRoute.load(ordering: .relaxed)) ?? .unknown }
    set { knownRoute.store(newValue.rawValue, ordering: .relaxed) }
  }
}

/// The texts that a governor knows, the least recently used forgotten first.
///
/// A prepared ``Statement`` holds its slot itself, so that its text can be forgotten here and its handle stays.
final class StatementSlots: Sendable {
  private let capacity: Int
  private let dialect: Dialect
  private let state = Lock(State())
  private let indexes = StatementIndexes()
  /// How many bytes a text may have to be kept: hundreds of long ones, each with values in it, would fill the memory.
  private static let longestKept = 1 << 16

  fileprivate struct State {
    var known: [String: Entry] = [:]
    var clock = 0
  }

  fileprivate struct Entry {
    let slot: StatementSlot
    let interpolations: Int
    var lastUse: Int
  }

  init(capacity: Int, dialect: Dialect) {
    self.capacity = max(1, capacity)
    self.dialect = dialect
  }

  /// The slot of a text, parsed now if it isn't known.
  func slot(for sql: SQL) throws(DatabaseError) -> StatementSlot {
    let text = sql.render(dialect)
    let interpolations = sql.bindings.count
    if let known = state.withLock({ $0.find(text, interpolations) }) { return known }
    let slot = make(try ParsedStatement.parse(text, interpolations: interpolations, dialect: dialect))
    guard text.utf8.count <= Self.longestKept else { return slot }
    // What falls out is let go of outside the lock.
    let forgotten = state.withLock { $0.remember(slot, text, interpolations, capacity) }
    _ = consume forgotten
    return slot
  }

  /// A slot of its own for a statement that is not kept by its text: a part of a script.
  func make(_ parsed: ParsedStatement) -> StatementSlot {
    let (index, serial) = indexes.take()
    return StatementSlot(parsed: parsed, index: index, serial: serial, indexes: indexes)
  }
}

/// Which indexes are taken. An object of its own, which slots hold: were they to hold those who keep them, neither
/// would ever go.
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

extension StatementSlots.State {
  fileprivate mutating func find(_ text: String, _ interpolations: Int) -> StatementSlot? {
    clock &+= 1
    guard let position = known.index(forKey: text), known.values[position].interpolations == interpolations else {
      return nil
    }
    known.values[position].lastUse = clock
    return known.values[position].slot
  }

  /// Notes a text, and returns what had to be forgotten for it: the least recently used quarter, when full.
  fileprivate mutating func remember(
    _ slot: StatementSlot, _ text: String, _ interpolations: Int, _ capacity: Int
  ) -> [StatementSlot] {
    var forgotten: [StatementSlot] = []
    if known.count >= capacity {
      let oldest = known.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(max(1, capacity / 4))
      for (text, entry) in oldest {
        forgotten.append(entry.slot)
        known[text] = nil
      }
    }
    if let replaced = known.updateValue(
      StatementSlots.Entry(slot: slot, interpolations: interpolations, lastUse: clock), forKey: text)
    {
      forgotten.append(replaced.slot)
    }
    return forgotten
  }
}
