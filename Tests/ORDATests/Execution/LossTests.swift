import Foundation
import Testing

@testable import ORDA

@Suite("What a lost connection means")
struct LossTests {
  private let clock = TestClock()

  /// What a driver says where the statement was certainly not sent.
  private var unsent: DatabaseError {
    var error = DatabaseError.lost
    error.isRetryable = true
    return error
  }

  @Test func whatIsPermanentAtOnceIsUnknown() throws {
    let fake = FakeDatabase()
    fake["UPDATE a"] = .fails(.lost)
    let db = try fake.open()
    let error = databaseError { try db.execute("UPDATE a") }
    #expect(error?.kind == .commitUnknown)
    #expect(error?.isRetryable == false && error?.isTransient == false)
    #expect(error?.underlying?.kind == .connectionLost)
    #expect(error?.sql == "UPDATE a")
    try db.execute("UPDATE b")
    #expect(fake.openedCount == 2)
  }

  @Test func whatWasNotSentIsNotDone() throws {
    let fake = FakeDatabase()
    fake["UPDATE a"] = .fails(unsent)
    let db = try fake.open()
    let error = databaseError { try db.execute("UPDATE a") }
    #expect(error?.kind == .connectionLost)
    #expect(error?.isRetryable == true && error?.isTransient == true)
    #expect(error?.message == "the cable was cut; nothing was done")
  }

  @Test func ofAQuestionNothingIsSaid() throws {
    let fake = FakeDatabase()
    fake["SELECT a"] = .fails(.lost)
    let db = try fake.open()
    let error = databaseError { try db.execute("SELECT a") }
    #expect(error?.kind == .connectionLost)
    #expect(error?.isRetryable == false && error?.isTransient == true)
    #expect(error?.message == "the cable was cut")
  }

  @Test func inATransactionNothingIsDone() throws {
    let fake = FakeDatabase()
    fake["UPDATE a"] = .fails(.lost, endsTransaction: true)
    let db = try fake.open()
    let error = databaseError {
      try db.transaction { tx in
        _ = try? tx.execute("UPDATE a")
        try tx.execute("UPDATE b")
      }
    }
    #expect(error?.kind == .transactionEnded(.rolledBack))
    #expect(error?.isRetryable == true)
    let first = databaseError { try db.transaction { tx in _ = try tx.execute("UPDATE a") } }
    #expect(first?.kind == .connectionLost)
    #expect(first?.isRetryable == true)
    #expect(first?.message == "the cable was cut; the transaction was not committed, and may be repeated as a whole")
    #expect(fake.connections(running: "UPDATE b") == [])
  }

  @Test func atBeginNothingIsDone() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake.fail(.begin, with: .lost)
    let error = databaseError { try db.transaction { tx in _ = try tx.execute("UPDATE a") } }
    #expect(error?.kind == .connectionLost)
    #expect(error?.isRetryable == true)
  }

  @Test func atCommitItIsUnknown() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake.fail(.commit, with: .lost, .lost, unsent)
    let unknown = databaseError { try db.transaction { tx in _ = try tx.execute("UPDATE a") } }
    #expect(unknown?.kind == .commitUnknown)
    let reading = databaseError { try db.transaction(readOnly: true) { tx in _ = try tx.query("SELECT a") } }
    #expect(reading?.kind == .connectionLost)
    #expect(reading?.isRetryable == true)
    let unsent = databaseError { try db.transaction { tx in _ = try tx.execute("UPDATE a") } }
    #expect(unsent?.kind == .connectionLost)
    #expect(unsent?.isRetryable == true)
  }

  @Test func whatWasCutForItsLimitTellsOfThat() throws {
    let fake = FakeDatabase()
    fake["SELECT a"] = FakeReply(columns: ["n"], interruption: .connectionLost, waitsForCancel: true)
      .letting(clock, pass: .seconds(20))
    fake["UPDATE a"] = FakeReply(changed: 1, interruption: .connectionLost, waitsForCancel: true)
      .letting(clock, pass: .seconds(20))
    let db = try fake.open(clock: clock)
    let question = databaseError { try db.execute("SELECT a", timeout: .seconds(20)) }
    #expect(question?.kind == .timeout)
    #expect(question?.underlying?.kind == .connectionLost)
    let change = databaseError { try db.execute("UPDATE a", timeout: .seconds(20)) }
    #expect(change?.kind == .commitUnknown)
    #expect(change?.underlying?.kind == .timeout)
    #expect(change?.underlying?.message == "the statement took longer than its limit of 20.0 seconds")
    let inside = databaseError {
      try db.transaction { tx in _ = try tx.execute("UPDATE a", timeout: .seconds(20)) }
    }
    #expect(inside?.kind == .timeout)
  }

  @Test func whatAStatementInsideAnotherHasThrownIsToldOnce() throws {
    let fake = FakeDatabase()
    fake["SELECT n"] = .numbers(1)
    fake["UPDATE a"] = .fails(.lost)
    fake["UPDATE busy"] = .fails(.locked)
    let db = try fake.open(clock: clock)
    let error = databaseError {
      try db.withConnection { connection in
        try connection.forEach("SELECT n") { _ in try connection.execute("UPDATE a") }
      }
    }
    #expect(error?.kind == .commitUnknown)
    #expect(error?.sql == "UPDATE a")
    #expect(error?.message.components(separatedBy: "not known").count == 2)
    // Busy for another's lock is not the limit further out.
    let busy = databaseError {
      try db.withConnection { connection in
        try connection.forEach("SELECT n", timeout: .milliseconds(10)) { _ in
          try connection.execute("UPDATE busy")
        }
      }
    }
    #expect(busy?.kind == .busy)
  }
}
