import ORDA
import Testing

/// Patterns on kinds in the shapes that crashed Swift 6.3's compiler where the callee threw a typed error: a `do` whose
/// `catch` isn't exhaustive, in a function that throws untyped, with a loop near by. That this file compiles is the test.
@Suite("catch patterns")
struct CatchPatternTests {
  private static func failing() throws -> any Governor {
    let fake = FakeDatabase()
    fake["UPDATE a"] = .fails(DatabaseError(.constraint(.primaryKey), "twice"))
    return try fake.open()
  }

  @Test func inALoopAndNotExhaustive() throws {
    let db = try Self.failing()
    var caught = 0
    for _ in [1, 2] { caught += 0 }
    do { try db.execute("UPDATE a") } catch .constraint(.unique) { caught += 1 }
    for _ in [1, 2] {
      do { try db.execute("UPDATE a") } catch .constraint(.unique) { caught += 1 }
    }
    #expect(caught == 3)
  }

  @Test func severalPatterns() throws {
    let db = try Self.failing()
    var caught: [String] = []
    for _ in [1] {
      do {
        try db.execute("UPDATE a")
      } catch .constraint(.foreignKey), .busy {
        caught.append("other")
      } catch .constraint {
        caught.append("constraint")
      }
    }
    do { try db.execute("UPDATE a") } catch .constraint(.check) { caught.append("check") } catch .constraint(
      .primaryKey)
    {
      caught.append("key")
    }
    #expect(caught == ["constraint", "key"])
  }

  @Test func withConditions() throws {
    let db = try Self.failing()
    var caught = 0
    for number in [1, 2] {
      do { try db.execute("UPDATE a") } catch let error as DatabaseError where error.kind == .constraint(.primaryKey) {
        caught += number
      }
      do { try db.execute("UPDATE a") } catch .constraint where number > 0 { caught += 1 }
    }
    #expect(caught == 5)
  }

  @Test func onTypedErrors() {
    func typed() throws(DatabaseError) { throw DatabaseError(.busy, "locked") }
    func caught() -> Bool {
      do throws(DatabaseError) { try typed() } catch .busy { return true } catch { return false }
      return false
    }
    #expect(caught())
  }

  @Test func whatNoPatternMatchesGoesOn() {
    #expect(throws: DatabaseError.self) {
      let db = try Self.failing()
      for _ in [1] { do { try db.execute("UPDATE a") } catch .syntax { #expect(Bool(false), "it is no syntax error") } }
    }
  }

  @Test func inAsynchronousCode() async throws {
    let db = try Self.failing()
    var caught = 0
    for _ in [1, 2] {
      do { try await db.execute("UPDATE a") } catch .constraint(.unique) { caught += 1 }
      do { try await db.transaction { tx in _ = try await tx.execute("UPDATE a") } } catch .constraint { caught += 1 }
    }
    #expect(caught == 4)
  }

  @Test func othersErrorsDoNotMatch() throws {
    struct Own: Error {}
    var caught = false
    do { throw Own() } catch .constraint { #expect(Bool(false), "it is none of ORDA's") } catch { caught = true }
    #expect(caught)
  }
}
