internal import ORDAThreads
public import Observation

/// The rows of a query over any number of tables: a list of values that follows the database.
///
/// ```swift
/// let albums = try db.follow(Album.self, "SELECT a.id, a.title, COUNT(t.id) AS tracks FROM album a …", key: "id")
/// for await difference in albums.differences { … }      // what came, went, moved and changed
/// ```
///
/// After a commit that touches a table the query reads, the query is run again, in the background and once for all
/// commits in the meantime. If the rows are the same as before, nothing is announced. The list shows what is committed,
/// and never goes back to an older state. Any thread and task may use it.
///
/// Following ends with ``close()``, when the governor is closed, and with the last reference to the query, its
/// differences and its observations. The rows then stay as they were.
public final class LiveQuery<Element: Sendable>: Sendable {
  let owner: ConnectionGovernor
  let question: LiveQuestion<Element>
  let state = Lock(LiveQueryState<Element>())
  let turn = LiveQueryTurn()
  let failureSource = FailureStream<DatabaseError>.Source()
  private let registrar = ObservationRegistrar()
  /// What the query listens with; nil once it was closed.
  private let listening = Lock<Listening?>(nil)

  /// Runs the query for the first time, and follows it from then on.
  init(_ question: LiveQuestion<Element>, on owner: ConnectionGovernor) throws {
    self.owner = owner
    self.question = question
    guard owner.liveTables.followers.add(self) else { throw DatabaseError(.misuse, "the governor is closed") }
    try listen()
    try run()
    // Nobody can be waiting for news of these rows yet.
    _ = state.withLock { $0.takeNews() }
    state.withLock { $0.endTelling() }
    if turn.open() { schedule() }
  }

  deinit { owner.liveTables.followers.remove(ObjectIdentifier(self)) }

  // MARK: The rows

  /// The rows now, in the query's order.
  public var rows: [Element] {
    registrar.access(self, keyPath: \.rows)
    return state.withLock { $0.rows.elements }
  }

  /// How many there are now.
  public var count: Int {
    registrar.access(self, keyPath: \.count)
    return state.withLock { $0.rows.elements.count }
  }

  /// A row by its place, from 0.
  ///
  /// - Precondition: There is one at this place. Another thread may shorten the list at any time: to read several
  ///   places, take ``rows`` first; ``row(at:)`` throws instead.
  public subscript(place: Int) -> Element { rows[place] }

  /// A row by its place, from 0.
  ///
  /// - Throws: ``DatabaseError`` of kind `outOfRange` if there is none.
  public func row(at place: Int) throws -> Element {
    let rows = rows
    guard rows.indices.contains(place) else {
      throw DatabaseError(.outOfRange, "row \(place) of a live query of \(rows.count)")
    }
    return rows[place]
  }

  /// Why the last run failed; nil if it succeeded. The rows stay as they were. The query is run again at the next
  /// change of the tables, by `refresh()`, or, if the trouble may pass, after a pause: 1 s after the first failure, and
  /// up to 32 s after further ones.
  public var lastError: DatabaseError? {
    registrar.access(self, keyPath: \.lastError)
    return state.withLock { $0.lastError }
  }

  /// The failures of later runs, as an asynchronous sequence.
  public var failures: FailureStream<DatabaseError> { FailureStream(failureSource) }

  /// The tables whose changes have the query run again, as the database or the program named them; empty if it may be
  /// any table.
  public var tables: [TableName] {
    guard case .tables(let tables) = state.withLock({ $0.tables }) else { return [] }
    return tables.sorted { "\($0)" < "\($1)" }
  }

  // MARK: The end

  /// Stops following, and ends the differences and observations. The rows stay as they are.
  public func close() {
    turn.end()
    let listening = listening.withLock { listening in
      defer { listening = nil }
      return listening
    }
    owner.liveTables.followers.remove(ObjectIdentifier(self))
    let (readers, observations) = state.withLock { $0.close() }
    for reader in readers { reader.wakes.end() }
    for observation in observations { observation.cancel() }
    withExtendedLifetime(listening) {}
  }

  // MARK: Listening

  /// Listens to what the query reads now, before it is run.
  ///
  /// If a view is replaced after the tables were asked for and before listening began, nobody hears of it. So they are
  /// asked for once more.
  func listen() throws {
    for _ in 0..<8 {
      let tables = try owner.tables(readBy: question)
      if state.withLock({ $0.tables }) == tables { return }
      let made = try listener(to: tables)
      let replaced = listening.withLock { listening -> Listening? in
        // What was closed meanwhile stays closed.
        if turn.isOver { return made }
        defer { listening = made }
        return listening
      }
      state.withLock { $0.tables = tables }
      withExtendedLifetime(replaced) {}
      if question.tables != nil { return }
    }
  }

  private func listener(to tables: ChangeInterest) throws -> Listening {
    let names: [TableName] = if case .tables(let tables) = tables { Array(tables) } else { [] }
    // The hub calls this under its own lock, where the last reference to the query must not be released.
    let (turn, worker, work) = (turn, worker, laterWork)
    let hub = owner.changeHub
    return Listening(
      try hub.listen(to: names, .applies { batch in if turn.note(batch) { worker.submit(work) } }), at: hub)
  }

  // MARK: Announcing

  /// Calls the observers, on the queries' thread. The rows are already the new ones, and no lock is held.
  func tell() {
    while let news = state.withLock({ $0.takeNews() }) {
      if news.isList { registrar.withMutation(of: self, keyPath: \.rows) {} }
      if news.isCount { registrar.withMutation(of: self, keyPath: \.count) {} }
      if news.isError { registrar.withMutation(of: self, keyPath: \.lastError) {} }
      for reader in news.readers { reader.wakes.put(()) }
      for observation in news.observations { observation.tell() }
      state.withLock { $0.endTelling() }
    }
  }
}

extension LiveQuery: Observable {}
extension LiveQuery: LiveFollower {}
