import ORDA
import Testing

/// What blocks has a twin of the same name that is awaited.
@Suite("Awaited twins") struct AwaitedTwinsTests {
  struct Track: Codable, Equatable, Sendable { var id: Int, title: String }

  static let tracks: SQL = "CREATE TABLE track (id INTEGER PRIMARY KEY, title VARCHAR(40) NOT NULL)"

  @Test("Opening, a sign of life, set-ups, tables and batches", arguments: Database.allCases)
  func setUp(_ database: Database) async throws {
    let place = try database.opened()
    let db = try await ORDA.open(place.url)
    try await db.ping()
    let runs = Shared(0)
    try await db.onConnect { _ in runs.with { $0 += 1 } }
    #expect(runs.current >= 1)
    let error = try await asyncFailure { try await db.onConnect { _ in throw DatabaseError(.permission, "no") } }
    #expect(error.kind == .permission)
    try await db.create(
      TableDefinition(
        name: "track",
        columns: [.generatedKey("id"), ColumnDefinition("title", .text(maximum: 40), isNullable: false)]))
    let tracks = [Track(id: 1, title: "Naima"), Track(id: 2, title: "So What")]
    let changed = try await db.prepare("INSERT INTO track (id, title) VALUES (:id, :title)").executeMany(tracks)
    #expect(changed == 2)
    #expect(try await db.query(Track.self, "SELECT id, title FROM track ORDER BY id") == tracks)
    #expect(try await db.describe(TableName(name: "track"))?.columnNames == ["id", "title"])
    try await db.close()
    #expect(try await asyncFailure { try await db.ping() }.kind == .misuse)
  }

  @Test("What can't be opened says so", arguments: Database.allCases)
  func failing(_ database: Database) async throws {
    let error = try await asyncFailure { _ = try await ORDA.open("nothing:at-all") }
    #expect(error.kind == .missingDriver)
  }

  @Test("Whoever is cancelled does not wait for a database to be opened", arguments: Database.allCases)
  func cancelled(_ database: Database) async throws {
    let place = try database.opened()
    let url = place.url
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await ORDA.open(url)
    }
    let error = await #expect(throws: DatabaseError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
  }

  @Test("Changes", arguments: Database.allCases)
  func changes(_ database: Database) async throws {
    let test = try database.opened(Self.tracks)
    let db = test.db
    guard db.capabilities.contains(.changeEvents) else { return }
    let heard = Shared(0)
    let observation = try await db.observeChanges(of: "track") { _ in heard.with { $0 += 1 } }
    var batches = try await db.changes(of: "track").makeAsyncIterator()
    try await db.execute("INSERT INTO track VALUES (1, 'Naima')")
    #expect(await batches.next() != nil)
    #expect(await eventually { heard.current > 0 })
    observation.cancel()
  }
}
