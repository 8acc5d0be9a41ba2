import ORDA
import Testing

@testable import Command

@Suite struct TransactionCommandTests {
  func command(_ text: String) throws -> TransactionCommand? {
    var splitter = StatementSplitter(dialect: .standard)
    splitter.append(text)
    return try splitter.finish().flatMap { try TransactionCommand($0) }
  }

  @Test(
    arguments: [
      ("BEGIN", .begin(TransactionOptions())), ("begin immediate transaction", .begin(TransactionOptions())),
      ("START TRANSACTION", .begin(TransactionOptions())),
      ("BEGIN DEFERRED", .begin(TransactionOptions(isDeferred: true))),
      (
        "START TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        .begin(TransactionOptions(isolation: .repeatableRead, isReadOnly: true))
      ),
      ("BEGIN ISOLATION LEVEL serializable READ WRITE", .begin(TransactionOptions(isolation: .serializable))),
      ("COMMIT", .commit), ("END TRANSACTION", .commit), ("commit work", .commit), ("ROLLBACK", .rollback),
      ("ROLLBACK WORK", .rollback), ("SAVEPOINT a", .savepoint("a")), ("RELEASE A", .release("a")),
      ("RELEASE SAVEPOINT a", .release("a")), ("ROLLBACK TO a", .rollbackTo("a")),
      ("ROLLBACK TRANSACTION TO SAVEPOINT a", .rollbackTo("a")), ("SELECT 1", nil), ("CREATE TABLE begin (a)", nil),
    ] as [(String, TransactionCommand?)]) func understood(_ text: String, _ command: TransactionCommand?) throws
  {
    #expect(try self.command(text) == command)
  }

  @Test(arguments: [
    "BEGIN NOW", "START TRANSACTION ISOLATION LEVEL HIGH", "COMMIT AND CHAIN", "SAVEPOINT 'a'", "SAVEPOINT",
    "ROLLBACK TO", "RELEASE SAVEPOINT", "ROLLBACK a",
  ]) func notUnderstood(_ text: String) throws {
    let error = #expect(throws: DatabaseError.self) { try command(text) }
    #expect(error?.kind == .misuse)
  }
}
