// A function that uses a database, and four tests of it: one in memory, three with a script.
//
//     swift run ScriptedTest
//
import ORDA
import ORDASQLite
import ORDATesting

// snippet.function
/// The key of a genre, which is added where it is not there yet.
func key(ofGenre name: String, in db: any Governor) async throws -> Int64? {
  do {
    return try await db.execute("INSERT INTO genre (name) VALUES (\(name))").lastID
  } catch .constraint(.unique) {
    return try await db.first(Int64.self, "SELECT id FROM genre WHERE name = \(name)")
  }
}
// snippet.end

// snippet.memory
func testInMemory() async throws {
  let registry = Registry()
  try SQLite.register(with: registry)
  let db = try await registry.open("sqlite::memory:")
  try await db.execute("CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)")

  let first = try await key(ofGenre: "Jazz", in: db)
  let second = try await key(ofGenre: "Jazz", in: db)
  precondition(first == 1 && second == 1)
}
// snippet.end

// snippet.scripted
func testThatTheGenreIsGoneAgain() async throws {
  let script = ScriptedDatabase()
  script.expect("INSERT INTO genre (name) VALUES (?)", with: ["Jazz"], answer: .fails(.constraint(.unique)))
  script.expect("SELECT id FROM genre WHERE name = ?", with: ["Jazz"], answer: .rows(["id"], []))

  let found = try await key(ofGenre: "Jazz", in: script.open())
  precondition(found == nil)
  try script.verify()
}
// snippet.end

// snippet.lost
func testThatNothingIsRepeatedWhereTheOutcomeIsUnknown() async throws {
  let script = ScriptedDatabase()
  script.expect("INSERT INTO genre (name) VALUES (?)", answer: .fails(.connectionLost))

  do {
    _ = try await key(ofGenre: "Jazz", in: script.open())
    preconditionFailure("the error must not be swallowed")
  } catch .commitUnknown {}
  try script.verify()
  precondition(script.transcript == ["INSERT INTO genre (name) VALUES (?) ['Jazz']"])
}
// snippet.end

// snippet.time
func testThatASlowDatabaseIsGivenUp() async throws {
  let clock = TestClock()
  let script = ScriptedDatabase()
  script.expect("INSERT INTO genre (name) VALUES (?)", answer: .waits)
  let db = try await script.open("statement-timeout=5s", configuration: clock.configuration)

  let adding = Task { try await key(ofGenre: "Jazz", in: db) }
  try await clock.waitForWaiters(within: .seconds(5))
  clock.advance(by: .seconds(5))
  do {
    _ = try await adding.value
    preconditionFailure("the call must not wait any longer")
  } catch .timeout {}
}
// snippet.end

@main
struct Program {
  static func main() async throws {
    try await testInMemory()
    try await testThatTheGenreIsGoneAgain()
    try await testThatNothingIsRepeatedWhereTheOutcomeIsUnknown()
    try await testThatASlowDatabaseIsGivenUp()
    await showAFailure()
  }

  /// What a test says that fails.
  static func showAFailure() async {
    // snippet.failure
    let script = ScriptedDatabase()
    script.expect("INSERT INTO genre (name) VALUES (?)", with: ["Blues"], file: "GenreTests.swift", line: 12)
    do {
      let db = try await script.open()
      try await db.execute("INSERT INTO genre (name) VALUES (?)", "Jazz")
    } catch {
      print(error)
    }
    // snippet.end
  }
}
