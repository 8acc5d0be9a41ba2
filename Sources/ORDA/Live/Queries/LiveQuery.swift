internal import ORDAThreads
public import Observation

/// The rows of a query, over as many tables as it may read: a list of values that follows the database.
///
/// ```swift
/// let albums = try db.follow(Album.self, "SELECT a.id, a.title, COUNT(t.id) AS tracks FROM album a …", key: "id")
/// for await difference in albums.differences { … }      // what came, went, moved and changed
/// ```
///
/// After a commit that touches a table that it reads the query is run again, in the background and once for all commits that
/// came meanwhile; if its rows are the same as before nobody hears of it. It shows what is committed, and never goes back to an
/// older state. Any thread and task may use it.
///
/// Following ends with ``close()``, when the governor is closed, and with the last reference to the query, its differences and
/// its observations. The rows stay what they were then.
public final class LiveQuery<Element: Sendable>: Sendable {
  let owner: ConnectionGovernor
  let question: LiveQuestion<Element>
  let state = Lock(LiveQueryState<Element>())
  let turn = LiveQueryTurn()
  let failureSource = FailureStream<DatabaseError>.Source()
  private let registrar = ObservationRegistrar()
  /// What the query hears; nil once it was closed.
  private let listening = Lock<Listening?>(nil)

  /// Runs the query for the first time, and follows it from then on.
  init(_ question: LiveQuestion<Element>, on owner: ConnectionGovernor) throws {
    self.owner = owner
    self.question = question
    guard owner.liveTables.followers.add(self) else { throw DatabaseError(.misuse, "the governor is closed") }
    try listen()
    try run()
    // Nobody can have asked for news of these rows.
    _ = state.withLock { $0.takeNews() }
    state.withLock { $0.endTelling() }
    if turn.open() { schedule() }
  }

  deinit { owner.liveTables.followers.remove(ObjectIdentifier(self)) }

  // MARK: The rows

  /// The rows at this moment, in the query's order.
  public var rows: [Element] {
    registrar.access(self, keyPath: \.rows)
    return state.withLock { $0.rows.elements }
  }

  /// How many there are at this moment.
  public var count: Int {
    registrar.access(self, keyPath: \.count)
    return state.withLock { $0.rows.elements.count }
  }

  /// A row by its place, from 0.
  ///
  /// - Precondition: There is one at this place. Another thread may shorten the list at any time: whoever reads several
  ///   places takes ``rows`` first, and ``row(at:)`` throws instead.
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

  /// Why the query failed when it last was run; nil if it did not. The rows stay what they were. The next change of the
  /// tables, `refresh()`, or, where the trouble may pass, the end of a pause has it run again: 1 s after the first failure,
  /// and up to 32 s after further ones.
  public var lastError: DatabaseError? {
    registrar.access(self, keyPath: \.lastError)
    return state.withLock { $0.lastError }
  }

  /// What went wrong when the query was run again, as an asynchronous sequence.
  public var failures: FailureStream<DatabaseError> { FailureStream(failureSource) }

  /// The tables whose changes have the query run again, as the database or the program named them; empty if any table's may.
  public var tables: [TableName] {
    guard case .tables(let tables) = state.withLock({ $0.tables }) else { return [] }
    return tables.sorted { "\($0)" < "\($1)" }
  }

  // MARK: The end

  /// Stops following the query, and ends the differences and observations. The rows stay what they are.
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
  /// A view that becomes another one between the question which tables that are and the first moment of listening would go
  /// unheard, so the question is asked again then.
  func listen() throws {
    for _ in 0..<8 {
      let tables = try owner.tables(readBy: question)
      if state.withLock({ $0.tables }) == tables { return }
      let made = try listener(to: tables)
      let replaced = listening.withLock { listening -> Listening? in
        // What was closed meanwhile stays so.
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
    // The hub calls this under a lock of its own, where the last reference to the query must not go.
    let (turn, worker, work) = (turn, worker, laterWork)
    let hub = owner.changeHub
    return Listening(
      try hub.listen(to: names, .applies { batch in if turn.note(batch) { worker.submit(work) } }), at: hub)
  }

  // MARK: Announcing

  /// Tells the observers, on the thread of the queries. The rows are what they are said to be already, and no lock is held.
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
