import Testing

@testable import ORDA

@Suite("What is to be migrated")
struct MigrationPlanTests {
  private func steps(_ names: String...) throws -> MigrationSteps {
    try MigrationSteps(
      names.map { $0.hasPrefix("R_") ? .repeatable($0, sql: "SELECT 1") : Migration($0, sql: "SELECT 1") },
      in: .standard)
  }

  private func ran(_ names: String..., state: MigrationRecord.State = .applied) -> [MigrationRecord] {
    names.enumerated().map { index, name in
      MigrationRecord(
        name: name, place: index + 1, checksum: MigrationScript("SELECT 1").checksum(in: .standard),
        isRepeatable: name.hasPrefix("R_"), state: state, began: .now, milliseconds: 1, program: "2.0")
    }
  }

  private func error(_ body: () throws -> Void) -> DatabaseError? {
    do {
      try body()
      return nil
    } catch { return error as? DatabaseError }
  }

  @Test("is what has not run, and then what is repeatable")
  func pending() throws {
    let steps = try steps("R_v", "a", "b")
    #expect(try MigrationPlan(steps, []).pending.map(\.name) == ["a", "b", "R_v"])
    #expect(try MigrationPlan(steps, ran("a")).pending.map(\.name) == ["b", "R_v"])
    #expect(try MigrationPlan(steps, ran("a", "b", "R_v")).pending.isEmpty)
    #expect(try MigrationPlan(steps, [], through: "a").pending.map(\.name) == ["a"])
    #expect(try MigrationPlan(steps, ran("a", "b"), through: "a").pending.isEmpty)
  }

  @Test("A repeatable step that is gone, and one that came later, are no faults")
  func repeatable() throws {
    #expect(try MigrationPlan(steps("a", "R_new"), ran("a", "R_old")).pending.map(\.name) == ["R_new"])
  }

  @Test("A database that is newer is told from one whose steps were removed")
  func missing() throws {
    #expect(error { _ = try MigrationPlan(steps("a"), ran("a", "b")) }?.kind == .migration(.newer))
    #expect(error { _ = try MigrationPlan(steps("a", "c"), ran("a", "b")) }?.kind == .migration(.missing))
    #expect(error { _ = try MigrationPlan(steps("b"), ran("a", "b")) }?.kind == .migration(.missing))
    #expect(error { _ = try MigrationPlan(steps(), ran("a")) }?.kind == .migration(.missing))
    #expect(error { _ = try MigrationPlan(steps("a"), ran("a", "b")) }?.message.contains("2.0") == true)
  }

  @Test("A step that is not done is the first to be told of", arguments: ["running", "failed", "undoing"])
  func halfDone(_ state: String) throws {
    var records = ran("a", "b")
    records[1].state = try #require(MigrationRecord.State(rawValue: state))
    records[1].message = "it went wrong"
    let error = error { _ = try MigrationPlan(steps("a"), records) }
    #expect(error?.kind == .migration(.halfDone))
    #expect(error?.message.contains("the step b") == true)
    #expect(error?.message.contains("it went wrong") == true)
  }

  @Test("Names are checked, and the nearest is named")
  func names() throws {
    #expect(error { _ = try steps("a", "a") }?.kind == .misuse)
    #expect(error { _ = try steps("") }?.kind == .misuse)
    #expect(error { _ = try steps(String(repeating: "x", count: 251)) }?.kind == .misuse)
    let wrong = error { _ = try MigrationPlan(steps("0001_notes"), [], through: "0001_note") }
    #expect(wrong?.message.contains("did you mean 0001_notes?") == true)
  }

  @Test("A sum leaves out carriage returns, and nothing else")
  func sums() {
    func sum(_ text: String) -> String { MigrationScript(SQL(text: text)).checksum(in: .standard) }
    // Of the empty text, as the algorithm's authors give it.
    #expect(sum("") == "fnv1a:cbf29ce484222325")
    #expect(sum("a") == "fnv1a:af63dc4c8601ec8c")
    #expect(sum("a\r\nb") == sum("a\nb"))
    #expect(sum("a b") != sum("a  b"))
  }

  @Test("A script is run part by part: each statement, and a transaction of its own at once")
  func parts() throws {
    let script = MigrationScript(
      """
      -- first
      CREATE TABLE a (b);

      START TRANSACTION; INSERT INTO a VALUES (';');
      SAVEPOINT s; ROLLBACK TO s;
      COMMIT;
      CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM a; END;
      SELECT 1
      """)
    let parts = try script.parts(in: .standard)
    #expect(parts.map(\.line) == [2, 4, 7, 8])
    #expect(parts.last?.text == "SELECT 1")
    #expect(parts[1].text.hasSuffix("COMMIT"))
  }

  @Test(
    "A first line says that there is to be no transaction",
    arguments: [
      ("-- no transaction\nVACUUM", false), ("--  No Transaction\r\nVACUUM", false), ("VACUUM -- no transaction", true),
    ])
  func transactions(_ text: String, _ isTransactional: Bool) {
    #expect(Migration("a", sql: SQL(text: text)).isTransactional == isTransactional)
  }
}
