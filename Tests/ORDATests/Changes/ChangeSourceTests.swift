import Logging
import Testing

@testable import ORDA

/// A source that hands over what a test gives it, as a stranger's driver would.
final class FakeSource: ChangeSource {
  private let feed = Shared<ChangeFeed?>(nil)
  private let followed = Shared<[ChangeInterest]>([])
  let refusal = Shared<DatabaseError?>(nil)
  let lingering: Duration

  init(lingering: Duration = .zero) { self.lingering = lingering }

  var coverage: ChangeCoverage { ChangeCoverage(reach: .everyone, means: "a test", lag: .milliseconds(3)) }

  func follow(_ interest: ChangeInterest, _ feed: ChangeFeed) throws(DatabaseError) {
    if let refusal = refusal.current { throw refusal }
    self.feed.current = feed
    followed.with { $0.append(interest) }
  }

  func identity(of table: TableName) -> TableName {
    TableName(schema: table.schema ?? "s", name: table.name.lowercased())
  }

  var interests: [ChangeInterest] { followed.current }
  func publish(_ batch: ChangeBatch) { feed.current?.publish(batch) }

  /// A batch of inserts into a table.
  func insert(_ table: String, _ keys: Int64..., origin: ChangeOrigin = .elsewhere) {
    let name = TableName(schema: "s", name: table)
    let layout = RowLayout(table: name, identity: identity(of: name), columns: ["id"], keyColumns: ["id"])
    publish(
      ChangeBatch(
        origin: origin,
        rows: keys.map {
          RowChange(kind: .insert, layout: layout, key: RowKey($0), cells: [ChangedCell(column: 0, new: .int($0))])
        }))
  }
}

@Suite("A driver that tells of changes") struct ChangeSourceTests {
  private func open(_ source: FakeSource, clock: TestClock? = nil) throws -> any Governor {
    let database = FakeDatabase()
    database.tellChanges(by: source)
    return try database.open(clock: clock)
  }

  @Test("is asked to follow what somebody listens to, and nothing in the end")
  func following() async throws {
    let source = FakeSource()
    let db = try open(source)
    #expect(source.interests == [])
    let first = try await db.observeChanges(of: "Track") { _ in }
    let second = try await db.observeChanges(of: "genre", TableName(schema: "S", name: "TRACK")) { _ in }
    #expect(
      source.interests == [
        .tables([TableName(schema: "s", name: "track")]),
        .tables([
          TableName(schema: "s", name: "track"), TableName(schema: "s", name: "genre"),
          TableName(schema: "S", name: "track"),
        ]),
      ])
    let third = try await db.observeChanges(of: "track") { _ in }
    #expect(source.interests.count == 2, "nothing new to follow")
    second.cancel()
    #expect(await eventually { source.interests.count == 3 })
    #expect(source.interests.last == source.interests.first)
    var all: ChangeBatches? = try await db.changes()
    #expect(source.interests.last == .everything)
    #expect(all != nil)
    all = nil
    #expect(await eventually { source.interests.last == .tables([TableName(schema: "s", name: "track")]) })
    first.cancel()
    third.cancel()
    #expect(await eventually { source.interests.last == .nothing })
    try await db.close(within: .zero)
    #expect(source.interests.last == .nothing)
  }

  @Test("may linger when the last listener has gone: who comes soon finds it going on, and closing ends it")
  func lingering() async throws {
    let source = FakeSource(lingering: .seconds(3600))
    let db = try open(source)
    for _ in 1...3 { try await db.observeChanges(of: "track") { _ in }.cancel() }
    try await db.observeChanges(of: "genre") { _ in }.cancel()
    try await db.close(within: .zero)
    #expect(
      source.interests == [
        .tables([TableName(schema: "s", name: "track")]), .tables([TableName(schema: "s", name: "genre")]), .nothing,
      ])
    let short = FakeSource(lingering: .seconds(10))
    let clock = TestClock()
    let other = try open(short, clock: clock)
    for round in 1...2 {
      let observation = try await other.observeChanges(of: "track") { _ in }
      let count = clock.waiterCount(within: .seconds(10)) + 1
      observation.cancel()
      // The source lingers from now on.
      try await clock.waitForWaiters(count, within: .seconds(10))
      clock.advance(by: .milliseconds(9_999))
      #expect(short.interests.count == 2 * round - 1)
      clock.advance(by: .milliseconds(1))
      #expect(await eventually { short.interests.count == 2 * round })
      #expect(short.interests.last == .nothing)
    }
    try await other.close(within: .zero)
  }

  @Test("Each listener gets the batches of his tables, and their rows alone")
  func filtering() async throws {
    let source = FakeSource()
    let db = try open(source)
    var tracks = try await db.changes(of: "Track").makeAsyncIterator()
    var all = try await db.changes().makeAsyncIterator()
    source.insert("track", 1, 2)
    source.insert("genre", 3)
    source.publish(
      ChangeBatch(origin: .elsewhere, unknown: UnknownTables(tables: [TableName(schema: "s", name: "track")])))
    source.publish(ChangeBatch(origin: .elsewhere, unknown: UnknownTables(schemas: ["t"])))
    source.publish(ChangeBatch(origin: .unknown, unknown: .everything))
    #expect(await tracks.next()?.rows.map(\.key) == [RowKey(1), RowKey(2)])
    // The names are those that the listener gave.
    let unknown = await tracks.next()
    #expect(unknown?.unknown == UnknownTables(tables: ["Track"]))
    #expect(unknown?.sequence == 3)
    #expect(await tracks.next()?.unknown.contains("Track") == true)
    var seen: [Int] = []
    for _ in 0..<5 { if let batch = await all.next() { seen.append(batch.sequence) } }
    #expect(seen == [1, 2, 3, 4, 5])
  }

  @Test("Rows of several tables in one batch are told apart")
  func mixed() async throws {
    let source = FakeSource()
    let db = try open(source)
    var genres = try await db.changes(of: "genre").makeAsyncIterator()
    let layouts = ["track", "genre"].map {
      RowLayout(
        table: TableName(name: $0), identity: TableName(schema: "s", name: $0), columns: ["id"], keyColumns: ["id"])
    }
    let rows = (0..<6).map { RowChange(kind: .delete, layout: layouts[$0 % 2], key: RowKey(Int64($0)), cells: []) }
    source.publish(ChangeBatch(origin: .elsewhere, rows: rows))
    #expect(await genres.next()?.rows.map(\.key) == [RowKey(1), RowKey(3), RowKey(5)])
  }

  @Test("A source that can't follow says why, and nobody listens then")
  func refusing() throws {
    let source = FakeSource()
    let db = try open(source)
    source.refusal.current = DatabaseError(.permission, "the account may not read the log")
    #expect(throws: DatabaseError.self) { try db.changes(of: "track") }
    source.refusal.current = nil
    let heard = Shared(0)
    let observation = try db.observeChanges(of: "track") { _ in heard.with { $0 += 1 } }
    source.insert("track", 1)
    #expect(eventually { heard.current == 1 })
    observation.cancel()
  }

  @Test("What is applied is applied before the source's call returns, in order")
  func applying() throws {
    let source = FakeSource()
    let hub = ChangeHub(driverName: "Fake", source: source, logger: Logger(label: "test"))
    let applied = Shared<[Int]>([])
    let listener = try hub.listen(to: ["track"], .applies { batch in applied.with { $0.append(batch.sequence) } })
    source.insert("track", 1)
    #expect(applied.current == [1])
    source.insert("genre", 1)
    source.insert("track", 2)
    #expect(applied.current == [1, 3])
    #expect(hub.lastApplied == 3)
    hub.remove(listener)
    source.insert("track", 3)
    #expect(applied.current == [1, 3])
    hub.close()
  }

  @Test("A slow observer keeps no one waiting but himself and those behind him, and hears that he missed some")
  func slowObserver() throws {
    let source = FakeSource()
    let db = try open(source)
    let gate = Shared(false)
    let heard = Shared<[ChangeBatch]>([])
    let observation = try db.observeChanges(of: "track") { batch in
      heard.with { $0.append(batch) }
      _ = eventually { gate.current }
    }
    source.insert("track", 1)
    #expect(eventually { heard.current.count == 1 })
    for number in 2...1100 { source.insert("track", Int64(number)) }
    gate.current = true
    #expect(eventually { heard.current.last?.sequence == 1100 })
    #expect(heard.current.last?.unknown == UnknownTables(tables: ["track"]))
    #expect(heard.current.count == 2)
    observation.cancel()
  }

  @Test("Observers are called one after the other, each batch before the next")
  func oneCaller() throws {
    let source = FakeSource()
    let db = try open(source)
    let log = Shared<[String]>([])
    let observations = try ["a", "b"].map { name in
      try db.observeChanges(of: "track") { batch in log.with { $0.append("\(name)\(batch.sequence)") } }
    }
    for number in 1...50 { source.insert("track", Int64(number)) }
    #expect(eventually { log.current.count == 100 })
    let numbers = log.current.compactMap { Int($0.dropFirst()) }
    #expect(numbers == numbers.sorted())
    #expect(log.current.filter { $0.hasPrefix("a") } == (1...50).map { "a\($0)" })
    for observation in observations { observation.cancel() }
  }

  @Test("A driver without the ability says so")
  func unable() throws {
    let db = try FakeDatabase().open()
    let message = "the driver Fake does not tell of changes: it lacks the ability changeEvents"
    do {
      _ = try db.changes(of: "track")
      Issue.record("nothing was thrown")
    } catch let error as DatabaseError {
      #expect(error.kind == .unsupported)
      #expect(error.message == message)
    }
    #expect(throws: DatabaseError.self) { try db.observeChanges(of: "track") { _ in } }
    #expect(db.changeCoverage == ChangeCoverage(reach: .none, means: "", limitation: message))
    #expect(db.changeCoverage.description == "none (\(message))")
  }

  @Test("Keys are equal where they are stored equal")
  func keys() {
    #expect(RowKey([.int(1)]) == RowKey(1))
    #expect(RowKey([.int(1)]).hashValue == RowKey(1).hashValue)
    #expect(RowKey([.text("\u{E9}")]) != RowKey([.text("e\u{301}")]))
    #expect(RowKey([.text("a"), .int(1)]) == RowKey([.text("a"), .int(1)]))
    #expect(RowKey([.text("1")]) != RowKey(1))
    #expect(RowKey([.text("a"), .int(1)]).description == "a, 1")
  }
}
