import Observation
import ORDAThreads
import Testing

@testable import ORDA

/// Queries that are followed, of tables that a fake database answers for.
@Suite("Live queries", .timeLimit(.minutes(10))) struct LiveQueryTests {
  private static let text = "SELECT id, name, age FROM genre ORDER BY id"
  private static let query = SQL(text: text)

  private struct Genre: RowDecodable, Codable, Equatable {
    var id: Int
    var name: String
    var age: Int?

    init(row: borrowing Row) throws { (id, name, age) = try (row.get(0), row.get(1), row.get(2)) }
  }

  /// Three genres, and the answer to a query.
  private func genres(tells: Bool = true, readers: Int = 0) -> FakeTable {
    let fake = FakeTable(tells: tells, readers: readers)
    let rows = fake.rows
    let wasRead = fake.wasRead
    fake.database[Self.text] = .answering(isReadOnly: true) { _ in
      let found = rows.current.sorted { $0.key < $1.key }.map(\.value)
      wasRead.current?()
      return .rows(["id", "name", "age"], found)
    }
    return fake
  }

  /// Changes a row as somebody else would, who is heard of.
  private func change(_ fake: FakeTable, _ id: Int64, column: Int, to value: Value) {
    let old = fake.rows.current[id]
    fake.rows.with { $0[id]?[column] = value }
    fake.source?.publish([FakeTable.change(.update, id, old: old, new: fake.rows.current[id])])
  }

  private func names(_ query: LiveQuery<FetchedRow>) -> [Value] { query.rows.map { $0[1] } }

  @Test("Rows are told by a key that is named, by columns or by what is made of them")
  func keys() throws {
    let fake = genres()
    let db = try fake.open()
    let byColumn = try db.follow(Self.query, key: "ID", reading: ["genre"])
    let byPath = try db.follow(Genre.self, Self.query, key: \.id, reading: ["genre"])
    let tuples = try db.follow((Int, String).self, Self.query, key: "id", reading: ["genre"])
    let heard = Shared<[LiveDifference<FetchedRow>]>([])
    let observation = byColumn.observe { difference in heard.with { $0.append(difference) } }
    let ages = byPath.differences
    change(fake, 2, column: 1, to: "Swing")
    #expect(eventually { heard.current.count == 1 })
    let difference = try #require(heard.current.first)
    #expect(difference.updates == [.init(from: 1, place: 1, columns: ["name"])])
    #expect(difference.inserts == [] && difference.deletes == [] && difference.moves == [])
    #expect(difference.before[1][1] == "Jazz" && difference.after[1][1] == "Swing")
    #expect(eventually { byPath.rows.map(\.name) == ["Rock", "Swing", "Blues"] })
    #expect(ages.take()?.updates == [.init(from: 1, place: 1, columns: ["name"])])
    #expect(eventually { tuples.rows.map(\.1) == ["Rock", "Swing", "Blues"] })
    #expect(byColumn.tables == ["genre"])

    fake.rows.with { $0[1] = nil }
    fake.source?.publish(unknown: .everything)
    #expect(eventually { heard.current.count == 2 })
    #expect(heard.current[1].deletes == [0] && heard.current[1].updates == [])
    observation.cancel()
    #expect(Self.error { _ = try db.follow(Self.query, key: "nmae", reading: ["genre"]) }?.kind == .noSuchColumn)
  }

  @Test("Without a key a row is all of its values, and equal ones are counted")
  func values() throws {
    let fake = genres()
    fake.rows.with { rows in for id in 1...3 { rows[Int64(id)] = [1, "Jazz", 7] } }
    let query = try fake.open().follow(Genre.self, Self.query, reading: ["genre"])
    let differences = query.differences(fromEmpty: true)
    #expect(differences.take()?.inserts == [0, 1, 2])
    #expect(differences.take() == nil)
    change(fake, 2, column: 1, to: "Rock")
    #expect(eventually { query.rows.map(\.name) == ["Jazz", "Rock", "Jazz"] })
    let difference = try #require(differences.take())
    // Two of the three are still there.
    #expect(difference.inserts == [1] && difference.deletes == [2] && difference.moves.count == 0)
    var list = ["Jazz", "Jazz", "Jazz"]
    difference.apply(to: &list) { $0.name }
    #expect(list == ["Jazz", "Rock", "Jazz"])
  }

  @Test("What changes no row of the query is told to nobody, and other tables lead to no question")
  func unchanged() throws {
    let fake = genres()
    let query = try fake.open().follow(Self.query, key: "id", reading: ["genre"])
    let lists = counting { _ = query.rows }
    let counts = counting { _ = query.count }
    fake.database.forget()
    fake.source?.publish(unknown: UnknownTables(tables: ["other"]))
    fake.source?.publish(unknown: UnknownTables(tables: ["genre"]))
    #expect(eventually { fake.database.connections(running: Self.text).count == 1 })
    change(fake, 2, column: 1, to: "Swing")
    #expect(eventually { lists.current == 1 })
    #expect(counts.current == 0)
    #expect(fake.database.connections(running: Self.text).count == 2)
  }

  @Test("However much is committed while the query runs, it is run once more")
  func coalesced() throws {
    let fake = genres(readers: 1)
    let query = try fake.open().follow(Self.query, reading: ["genre"])
    fake.database.forget()
    let (runs, goesOn) = (Promise<Void>(), Promise<Void>())
    fake.wasRead.current = {
      runs.keep(())
      goesOn.wait()
    }
    change(fake, 1, column: 2, to: 1)
    runs.wait()
    for age in 2...50 { change(fake, 1, column: 2, to: .int(Int64(age))) }
    goesOn.keep(())
    #expect(eventually { query.rows[0][2] == 50 })
    try query.refresh()
    // The one that was held up, the one after it, and that of refresh().
    #expect(fake.database.connections(running: Self.text).count == 3)
  }

  @Test("What is committed between the first reading and its end is in the rows")
  func firstReading() throws {
    let fake = genres(readers: 1)
    let isFirst = Shared(true)
    fake.wasRead.current = { [weak fake] in
      guard
        isFirst.with({ first in
          defer { first = false }
          return first
        }), let fake
      else { return }
      let old = fake.rows.current[1]
      fake.rows.with { $0[1]?[1] = "Fado" }
      fake.source?.publish([FakeTable.change(.update, 1, old: old, new: fake.rows.current[1])])
    }
    let query = try fake.open().follow(Self.query, reading: ["genre"])
    #expect(eventually { query.rows[0][1] == "Fado" })
  }

  @Test("Where a run fails the rows stay, the error is told, and it is run again")
  func failing() async throws {
    let fake = genres()
    let clock = TestClock()
    let query = try await fake.open(clock: clock).follow(Self.query, reading: ["genre"])
    let errors = counting { _ = query.lastError }
    var failures = query.failures.makeAsyncIterator()
    let working = fake.database[Self.text]
    fake.database[Self.text] = .fails(DatabaseError(.noSuchTable, "gone"))
    change(fake, 2, column: 1, to: "Swing")
    #expect(await failures.next()?.kind == .noSuchTable)
    #expect(query.lastError?.kind == .noSuchTable && query.count == 3)
    #expect(await eventually { errors.current == 1 })
    fake.database[Self.text] = working
    change(fake, 1, column: 2, to: 7)
    #expect(await eventually { names(query) == ["Rock", "Swing", "Blues"] && query.lastError == nil })
    // What may pass is tried again without a change.
    fake.database[Self.text] = .fails(DatabaseError(.timeout, "it does not answer"))
    change(fake, 1, column: 1, to: "Zouk")
    try await clock.waitForWaiters(within: .seconds(1))
    #expect(query.lastError?.kind == .timeout)
    fake.database[Self.text] = working
    clock.advance(by: .seconds(1))
    #expect(await eventually { names(query) == ["Zouk", "Swing", "Blues"] && query.lastError == nil })
    #expect(Set(fake.database.warnings.take()) == ["running a live query again failed"])
  }

  @Test("A row that can't be read as its type is a failure, and the first time an error")
  func unreadable() throws {
    let fake = genres()
    let db = try fake.open()
    let query = try db.follow(Genre.self, Self.query, key: \.id, reading: ["genre"])
    change(fake, 2, column: 1, to: 5)
    #expect(eventually { query.lastError?.kind == .typeMismatch })
    #expect(query.rows.map(\.name) == ["Rock", "Jazz", "Blues"])
    let error = Self.error { _ = try db.follow(Genre.self, Self.query, key: \.id, reading: ["genre"]) }
    #expect(error?.kind == .typeMismatch)
    change(fake, 2, column: 1, to: "Swing")
    #expect(eventually { query.rows.map(\.name) == ["Rock", "Swing", "Blues"] })
    _ = fake.database.warnings.take()
  }

  @Test("What can't be followed is refused, and the error names the cure")
  func refused() throws {
    let fake = genres()
    let db = try fake.open()
    let untold = try #require(Self.error { _ = try db.follow(Self.query) })
    #expect(untold.kind == .unsupported)
    #expect(untold.message.contains("reading:") && untold.message.contains("tablesRead"))
    #expect(Self.error { _ = try db.follow(Self.query, reading: []) }?.kind == .misuse)
    for sql in ["DELETE FROM genre", "WITH a AS (SELECT 1) DELETE FROM genre", "CREATE TABLE x (y)"] {
      #expect(Self.error { _ = try db.follow(SQL(text: sql), reading: ["genre"]) }?.kind == .misuse)
    }
    let within = try db.transaction { tx in
      [
        Self.error { _ = try db.follow(Self.query, reading: ["genre"]) }?.kind,
        Self.error { _ = try tx.follow(Self.query, reading: ["genre"]) }?.kind,
      ]
    }
    #expect(within == [.misuse, .misuse])
    let silent = try genres(tells: false).open()
    let unheard = try #require(Self.error { _ = try silent.follow(Self.query, reading: ["genre"]) })
    #expect(unheard.kind == .unsupported && unheard.message.contains("changeEvents"))
    #expect(try db.follow(Self.query, reading: ["genre"]).count == 3)
  }

  @Test("refresh runs the query now; it is refused where it would wait for itself, and after the end")
  func refresh() async throws {
    let fake = genres()
    let db = try fake.open()
    let query = try await db.follow(Self.query, reading: ["genre"])
    fake.rows.with { $0[2]?[1] = "Swing" }
    #expect(names(query) == ["Rock", "Jazz", "Blues"])
    try await query.refresh()
    #expect(names(query) == ["Rock", "Swing", "Blues"])
    fake.rows.with { $0[2]?[1] = "Acid" }
    try await Threads.offload {
      let leased = try db.withConnection { _ in Self.error { try query.refresh() }?.kind }
      #expect(leased == .misuse)
      try query.refresh()
      #expect(names(query) == ["Rock", "Acid", "Blues"])
      query.close()
      #expect(Self.error { try query.refresh() }?.kind == .misuse)
    }
    #expect(query.count == 3)
    #expect(Self.error { _ = try query.row(at: 3) }?.kind == .outOfRange)
    #expect(try query.row(at: 2)[1] == "Blues")
  }

  @Test("An observer may refresh, and hears what comes of it afterwards")
  func refreshInObserver() throws {
    let fake = genres()
    let query = try fake.open().follow(Self.query, key: "id", reading: ["genre"])
    let heard = Shared<[String]>([])
    let observation = query.observe(fromEmpty: true) { [weak query, rows = fake.rows] difference in
      heard.with { $0.append("begins \(difference.after.count)") }
      if rows.with({ $0.removeValue(forKey: 3) != nil }) { try? query?.refresh() }
      heard.with { $0.append("ends") }
    }
    #expect(eventually { heard.current == ["begins 3", "ends", "begins 2", "ends"] })
    withExtendedLifetime(observation) {}
  }

  @Test("What nobody holds is let go of, and listens no more; an observation holds its query")
  func lifetime() throws {
    let fake = genres()
    let db = try fake.open()
    var query: LiveQuery<FetchedRow>? = try db.follow(Self.query, reading: ["genre"])
    weak let weakly = query
    #expect(fake.source?.interest == .tables(["genre"]))
    var differences = query?.differences
    let heard = Shared(0)
    var observation = query?.observe { _ in heard.with { $0 += 1 } }
    query = nil
    change(fake, 1, column: 1, to: "Fado")
    #expect(eventually { heard.current == 1 })
    withExtendedLifetime(differences) {}
    differences = nil
    #expect(weakly != nil)
    withExtendedLifetime(observation) {}
    observation = nil
    #expect(eventually { weakly == nil && fake.source?.interest == .nothing })
  }

  @Test("Closing ends the differences and the observations", arguments: [true, false])
  func closing(ofGovernor: Bool) async throws {
    let fake = genres()
    let db = try fake.open()
    let query = try await db.follow(Self.query, key: "id", reading: ["genre"])
    let reading = Task {
      var count = 0
      for await _ in query.differences(fromEmpty: true) { count += 1 }
      return count
    }
    weak var weakly: Shared<Int>?
    let observation: LiveQueryObservation
    do {
      let held = Shared(0)
      weakly = held
      observation = query.observe { _ in held.with { $0 += 1 } }
    }
    change(fake, 2, column: 1, to: "Swing")
    #expect(await eventually { names(query) == ["Rock", "Swing", "Blues"] && weakly?.current == 1 })
    if ofGovernor { try await db.close(within: .zero) } else { query.close() }
    #expect(await reading.value >= 0)
    #expect(await eventually { weakly == nil })
    var late = query.differences(fromEmpty: true).makeAsyncIterator()
    #expect(await late.next()?.inserts == [0, 1, 2])
    #expect(await late.next() == nil)
    #expect(names(query) == ["Rock", "Swing", "Blues"])
    await #expect(throws: DatabaseError.self) { try await query.refresh() }
    if ofGovernor { #expect(Self.error { _ = try db.follow(Self.query, reading: ["genre"]) }?.kind == .misuse) }
    withExtendedLifetime(observation) {}
  }

  @Test("A thousand queries on one table follow it")
  func thousand() throws {
    let fake = genres()
    fake.database.forgetAlways()
    let db = try fake.open()
    let queries = try (0..<1000).map { _ in try db.follow(Genre.self, Self.query, key: \.id, reading: ["genre"]) }
    let observations = Shared(0)
    let held = queries.map { $0.observe { _ in observations.with { $0 += 1 } } }
    change(fake, 2, column: 1, to: "Swing")
    #expect(eventually { observations.current == 1000 })
    #expect(queries.allSatisfy { $0.rows[1].name == "Swing" })
    withExtendedLifetime(held) {}
  }

  private static func error(_ body: () throws -> Void) -> DatabaseError? {
    do {
      try body()
      return nil
    } catch { return error as? DatabaseError }
  }
}
