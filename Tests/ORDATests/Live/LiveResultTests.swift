import Observation
import Testing

@testable import ORDA

/// Live results of a table that a fake database answers for.
@Suite("Live results", .timeLimit(.minutes(10))) struct LiveResultTests {
  private static let rows = #"SELECT "id", "name", "age" FROM "genre" ORDER BY name\#n, "id""#
  private static let keys = #"SELECT "id" FROM "genre" ORDER BY name\#n, "id""#

  /// Three genres, and answers to what a live result in the order of names asks.
  private func genres(tells: Bool) -> FakeTable {
    let fake = FakeTable(tells: tells)
    let rows = fake.rows
    @Sendable func sorted() -> [[Value]] { rows.current.values.sorted { "\($0[1])" < "\($1[1])" } }
    fake.database[Self.rows] = .answering(isReadOnly: true) { _ in .rows(["id", "name", "age"], sorted()) }
    fake.database[Self.keys] = .answering(isReadOnly: true) { _ in .rows(["id"], sorted().map { [$0[0]] }) }
    return fake
  }

  /// Changes a row as somebody else would, who is heard of where the fake tells of changes.
  private func change(_ fake: FakeTable, _ id: Int64, column: Int, to value: Value) {
    let old = fake.rows.current[id]
    fake.rows.with { $0[id]?[column] = value }
    fake.source?.publish([FakeTable.change(.update, id, old: old, new: fake.rows.current[id])])
  }

  private func names(_ result: LiveResult) -> [Value] { result.entries.map { $0["name"] } }

  @Test("What is written by way of the table moves, comes and goes, heard of or not", arguments: [true, false])
  func ownWrites(tells: Bool) throws {
    let fake = genres(tells: tells)
    let table = try fake.open().genres()
    let result = try table.follow(orderBy: "name")
    #expect(names(result) == ["Blues", "Jazz", "Rock"])
    #expect(try result.entry(at: 1) === table.entry(2))
    let orders = counting { _ = result.entries }
    let counts = counting { _ = result.count }

    try result[0].set("name", to: "Zydeco")
    #expect(eventually { names(result) == ["Jazz", "Rock", "Zydeco"] })
    #expect(eventually { orders.current == 1 })
    try table.insert(["name": "Pop"])
    #expect(eventually { names(result) == ["Jazz", "Pop", "Rock", "Zydeco"] })
    try result[3].delete()
    #expect(eventually { names(result) == ["Jazz", "Pop", "Rock"] })
    #expect(eventually { orders.current == 3 })
    // It is told after the list.
    #expect(eventually { counts.current == 2 })
    #expect(result.lastError == nil)
  }

  @Test("One question for each commit, none for columns that decide nothing, and values come along")
  func questions() throws {
    let fake = genres(tells: true)
    let table = try fake.open().genres()
    let result = try table.follow(orderBy: "name")
    let reader = result.reader(from: result.entries)
    fake.database.forget()
    change(fake, 2, column: 2, to: 99)
    let columns = result.home.plan.names
    #expect(eventually { (reader.take(names: columns) { result.entries }?.updates.first?.columns ?? []) == ["age"] })
    #expect(fake.database.work.filter { $0.contains("SELECT") } == [])
    change(fake, 2, column: 1, to: "Swing")
    #expect(eventually { names(result) == ["Blues", "Rock", "Swing"] })
    #expect(fake.database.work.filter { $0.contains("SELECT") } == ["run \(Self.keys)"])
  }

  @Test("Where reading fails the list stays, the error is told, and the next change has it read again")
  func failing() throws {
    let fake = genres(tells: true)
    let clock = TestClock()
    let table = try fake.open(clock: clock).genres()
    let result = try table.follow(orderBy: "name")
    let errors = counting { _ = result.lastError }
    let working = fake.database[Self.keys]
    fake.database[Self.keys] = .fails(DatabaseError(.noSuchTable, "gone"))
    change(fake, 2, column: 1, to: "Swing")
    #expect(eventually { result.lastError?.kind == .noSuchTable })
    #expect(result.count == 3)
    #expect(eventually { errors.current == 1 })
    fake.database[Self.keys] = working
    change(fake, 1, column: 2, to: 7)
    #expect(eventually { names(result) == ["Blues", "Rock", "Swing"] })
    #expect(eventually { result.lastError == nil })
    // What may pass is tried again without a change.
    fake.database[Self.keys] = .fails(DatabaseError(.busy, "for a while"))
    change(fake, 1, column: 1, to: "Zouk")
    clock.waitForWaiters(within: .seconds(1))
    #expect(result.lastError?.kind == .busy)
    fake.database[Self.keys] = working
    clock.advance(by: .seconds(1))
    #expect(eventually { names(result) == ["Blues", "Swing", "Zouk"] })
    #expect(Set(fake.database.warnings.take()) == ["reading a live result again failed"])
  }

  @Test("refresh reads the values too; it is refused where it would wait for itself, and after the end")
  func refresh() async throws {
    let fake = genres(tells: false)
    let db = try fake.open()
    let result = try await db.genres().follow(orderBy: "name")
    change(fake, 2, column: 1, to: "Swing")
    #expect(names(result) == ["Blues", "Jazz", "Rock"])
    try await result.refresh()
    #expect(names(result) == ["Blues", "Rock", "Swing"])
    change(fake, 2, column: 1, to: "Acid")
    try await Threads.offload { try result.refresh() }
    #expect(names(result) == ["Acid", "Blues", "Rock"])
    try await Threads.offload {
      let leased = try db.withConnection { _ in Self.kind { try result.refresh() } }
      #expect(leased == .misuse)
      let within = try db.transaction { _ in Self.kind { _ = try db.genres().follow() } }
      #expect(within == .misuse)
      result.close()
      #expect(Self.kind { try result.refresh() } == .misuse)
    }
    #expect(result.count == 3)
  }

  @Test("An observer may ask for the list to be read again")
  func refreshInObserver() throws {
    let fake = genres(tells: true)
    let result = try fake.open().genres().follow(orderBy: "name")
    let seen = Shared<[Value]>([])
    withObservationTracking {
      _ = result.entries
    } onChange: {
      try? result.refresh()
      seen.current = names(result)
    }
    change(fake, 2, column: 1, to: "Swing")
    #expect(eventually { seen.current == ["Blues", "Rock", "Swing"] })
  }

  @Test("What nobody holds is let go of, and listens no more")
  func lifetime() throws {
    let fake = genres(tells: true)
    let table = try fake.open().genres()
    var result: LiveResult? = try table.follow(orderBy: "name")
    weak let weakly = result
    #expect(table.liveCount == 3)
    #expect(fake.source?.interest == .tables([FakeTable.name]))
    var differences: LiveDifferences<TableEntry>? = result?.differences
    result = nil
    #expect(weakly != nil)
    withExtendedLifetime(differences) {}
    differences = nil
    #expect(eventually { weakly == nil && table.liveCount == 0 && table.map.followers.isEmpty })
    #expect(eventually { fake.source?.interest == .nothing })
  }

  @Test("Closing ends the differences", arguments: [true, false])
  func closing(ofGovernor: Bool) async throws {
    let fake = genres(tells: true)
    let db = try fake.open()
    let result = try await db.genres().follow(orderBy: "name")
    let reading = Task {
      var count = 0
      for await _ in result.differences(from: []) { count += 1 }
      return count
    }
    change(fake, 2, column: 1, to: "Swing")
    #expect(await eventually { names(result) == ["Blues", "Rock", "Swing"] })
    if ofGovernor { try await db.close(within: .zero) } else { result.close() }
    #expect(await reading.value >= 0)
    var late = result.differences(from: []).makeAsyncIterator()
    #expect(await late.next()?.inserts == [0, 1, 2])
    #expect(await late.next() == nil)
  }

  @Test("A limit below 0, places of columns, a table without a key")
  func misuse() throws {
    let table = try genres(tells: true).open().genres()
    #expect(Self.kind { _ = try table.follow(limit: -1) } == .misuse)
    #expect(Self.kind { _ = try table.follow(orderBy: "2 DESC") } == .misuse)
    #expect(Self.kind { _ = try table.follow(where: "name = 'open") } == .syntax)
    let result = try table.follow(orderBy: "name")
    #expect(Self.kind { _ = try result.entry(at: 3) } == .outOfRange)
    #expect(Self.kind { _ = try result.entry(at: -1) } == .outOfRange)
  }

  private static func kind(_ body: () throws -> Void) -> DatabaseError.Kind? {
    do {
      try body()
      return nil
    } catch { return (error as? DatabaseError)?.kind }
  }
}
