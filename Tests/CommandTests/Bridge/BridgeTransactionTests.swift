import ORDA
import Testing

@testable import Command

/// Transactions and savepoints of the bridge.
@Suite struct BridgeTransactionTests {
  /// Sends requests in a short form, and gives the last of the answers' numbers, kinds of errors, or `ok`.
  ///
  /// `+3` inserts 3, `?` asks which numbers there are, `begin` and so on are ops, with a name behind them or not.
  private func session(_ steps: String, url: String = "sqlite::memory:", table: Bool = true) throws -> [String] {
    var requests = table ? [#"{"op":"execute","sql":"CREATE TABLE t (a INTEGER UNIQUE)"}"#] : []
    for step in steps.split(separator: " ") {
      let parts = step.split(separator: ":").map(String.init)
      switch step.first {
      case "+": requests.append(#"{"op":"execute","sql":"INSERT INTO t VALUES (\#(step.dropFirst()))"}"#)
      case "?":
        requests.append(#"{"op":"execute","sql":"SELECT group_concat(a, '') FROM (SELECT a FROM t ORDER BY a)"}"#)
      default:
        requests.append(parts.count == 1 ? #"{"op":"\#(parts[0])"}"# : #"{"op":"\#(parts[0])","name":"\#(parts[1])"}"#)
      }
    }
    let answers = try BridgeTests.answers(requests, url: url)
    #expect(answers.count == requests.count)
    return answers.dropFirst(table ? 1 : 0).map { answer in
      if let kind = answer.firstMatch(of: /"kind":"([^"]+)"/) { return String(kind.1) }
      if let row = answer.firstMatch(of: /"rows":\[\["?([^"\]]*)"?\]\]/) { return String(row.1) }
      return "ok"
    }
  }

  @Test("Commit keeps, rollback undoes")
  func commitAndRollback() throws {
    #expect(try session("begin +1 commit ?").last == "1")
    #expect(try session("begin +1 rollback ?").last == "null")
    #expect(try session("begin commit begin +1 commit begin +2 rollback ?").last == "1")
  }

  @Test("Savepoints nest: releasing keeps, rolling back undoes and leaves the savepoint set")
  func savepoints() throws {
    #expect(try session("begin +1 savepoint:a +2 release:a +3 commit ?").last == "123")
    #expect(try session("begin +1 savepoint:a +2 rollbackTo:a +3 commit ?").last == "13")
    #expect(
      try session("begin savepoint:a +1 rollbackTo:a +2 rollbackTo:a +3 release:a commit ?")
        == ["ok", "ok", "ok", "ok", "ok", "ok", "ok", "ok", "ok", "3"])
    #expect(try session("begin savepoint:a +1 savepoint:b +2 savepoint:c +3 rollbackTo:b +4 commit ?").last == "14")
    #expect(try session("begin savepoint:a +1 savepoint:b +2 release:a +3 commit ?").last == "123")
    #expect(try session("begin savepoint:a +1 savepoint:b +2 rollbackTo:a +3 commit ?").last == "3")
  }

  @Test("Of several savepoints of one name the innermost is meant")
  func sameName() throws {
    #expect(try session("begin savepoint:a +1 savepoint:a +2 rollbackTo:a release:a +3 commit ?").last == "13")
    #expect(try session("begin savepoint:a +1 savepoint:a +2 release:a rollbackTo:a +3 commit ?").last == "3")
  }

  @Test("Commit and rollback end all savepoints")
  func endingFromWithin() throws {
    #expect(try session("begin +1 savepoint:a +2 savepoint:b +3 commit ?").last == "123")
    #expect(
      try session("begin +1 savepoint:a +2 savepoint:b +3 rollback ? begin release:a").suffix(3) == [
        "null", "ok", "misuse",
      ])
  }

  @Test("What makes no sense where it stands is an error, and changes nothing")
  func misplaced() throws {
    #expect(try session("commit rollback release:a savepoint:a rollbackTo:a") == Array(repeating: "misuse", count: 5))
    #expect(
      try session("begin +1 begin release:a rollbackTo:a savepoint release rollback ?")
        == ["ok", "ok", "misuse", "misuse", "misuse", "badRequest", "badRequest", "ok", "null"])
  }

  @Test("A statement that fails leaves the transaction open")
  func failingStatement() throws {
    #expect(try session("begin +1 +1 +2 commit ?") == ["ok", "ok", "constraint.unique", "ok", "ok", "12"])
  }

  @Test("Savepoints nest up to a limit")
  func depth() throws {
    let limit = Bridge.mostSavepoints
    let savepoints = (1...limit + 1).map { "savepoint:s\($0)" }.joined(separator: " ")
    let answers = try session("begin +1 savepoint:a +2 rollbackTo:a release:a \(savepoints) rollbackTo:s2 commit ?")
    #expect(answers.filter { $0 == "misuse" }.count == 1)
    #expect(answers[6 + limit] == "misuse")
    #expect(answers.last == "1")
  }

  @Test("The end of input and close roll back")
  func endOfInput() throws {
    let folder = try TemporaryFolder()
    let url = "sqlite:" + folder.file("t.db")
    #expect(try session("+1 begin +2 savepoint:a +3", url: url).last == "ok")
    #expect(try session("? begin +4 savepoint:a close", url: url, table: false) == ["1", "ok", "ok", "ok", "ok"])
    #expect(try session("?", url: url, table: false) == ["1"])
  }

  @Test("A transaction that the database rolled back answers so until it is rolled back")
  func deadTransaction() throws {
    let insert = #"{"op":"execute","sql":"INSERT OR ROLLBACK INTO t VALUES (1)"}"#
    let select = #"{"op":"execute","sql":"SELECT 1"}"#
    func kinds(_ end: String...) throws -> [String] {
      let begin = [
        #"{"op":"execute","sql":"CREATE TABLE t (a UNIQUE)"}"#, #"{"op":"begin"}"#, #"{"op":"savepoint","name":"a"}"#,
        insert,
        insert, select,
      ]
      return try BridgeTests.answers(begin + end).dropFirst(4).map {
        $0.firstMatch(of: /"kind":"([^"]+)"/).map { String($0.1) } ?? "ok"
      }
    }
    let ended = "transactionEnded.rolledBack"
    #expect(
      try kinds(#"{"op":"savepoint","name":"b"}"#, #"{"op":"rollback"}"#, select)
        == ["constraint.unique", ended, ended, "ok", "ok"])
    #expect(try kinds(#"{"op":"commit"}"#, select) == ["constraint.unique", ended, ended, "ok"])
    #expect(
      try kinds(#"{"op":"rollbackTo","name":"a"}"#, #"{"op":"rollback"}"#, select) == [
        "constraint.unique", ended, ended, "ok", "ok",
      ])
  }

  @Test("A commit that fails is answered with its error, and the transaction is over")
  func failingCommit() throws {
    let answers = try BridgeTests.answers([
      #"{"op":"execute","sql":"CREATE TABLE a (id INTEGER PRIMARY KEY)"}"#,
      #"{"op":"execute","sql":"CREATE TABLE b (a INTEGER REFERENCES a (id) DEFERRABLE INITIALLY DEFERRED)"}"#,
      #"{"op":"begin"}"#, #"{"op":"savepoint","name":"s"}"#, #"{"op":"execute","sql":"INSERT INTO b VALUES (1)"}"#,
      #"{"id":5,"op":"commit"}"#, #"{"id":6,"op":"rollback"}"#, #"{"op":"execute","sql":"SELECT count(*) FROM b"}"#,
    ])
    #expect(answers.count == 8)
    #expect(answers[5].hasPrefix(#"{"id":5,"error":{"kind":"constraint.foreignKey""#))
    #expect(answers[6].contains("no transaction is open"))
    #expect(answers[7].contains("\"rows\":[[0]]"))
  }

  @Test("A cursor ends with the transaction or savepoint that it was opened in")
  func cursorsEnd() throws {
    let open = #"{"op":"execute","sql":"VALUES (1), (2), (3)","cursor":true}"#
    func fetch(_ number: Int) -> String { #"{"op":"fetch","cursor":\#(number),"limit":1}"# }
    let answers = try BridgeTests.answers([
      open, fetch(1), #"{"op":"begin"}"#, open, fetch(2), #"{"op":"savepoint","name":"a"}"#, open, fetch(3),
      #"{"op":"release","name":"a"}"#, fetch(3), fetch(2), #"{"op":"commit"}"#, fetch(2), fetch(1),
    ])
    #expect(answers[9].contains("no cursor 3 is open"))
    #expect(answers[10].contains("\"rows\":[[2]]"))
    #expect(answers[12].contains("no cursor 2 is open"))
    #expect(answers[13].contains("\"rows\":[[2]]"))
  }
}
