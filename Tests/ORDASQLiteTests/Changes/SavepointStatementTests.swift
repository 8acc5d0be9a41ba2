import Testing

@testable import ORDASQLite

@Suite("Statements about savepoints") struct SavepointStatementTests {
  @Test(
    "The text of savepoint statements",
    arguments: [
      ("SAVEPOINT s", SavepointStatement.set("s")), ("savepoint \"a b\"", .set("a b")),
      ("SAVEPOINT savepoint", .set("savepoint")),
      ("RELEASE s", .release("s")), ("release savepoint [s]", .release("s")),
      ("RELEASE savepoint", .release("savepoint")),
      ("ROLLBACK TO s", .rollback("s")), ("rollback transaction to savepoint `s`", .rollback("s")),
      ("ROLLBACK TO 'x'", .rollback("x")), ("/* a */ ROLLBACK -- b\n TO s", .rollback("s")), ("ROLLBACK", nil),
      ("ROLLBACK TRANSACTION", nil), ("COMMIT", nil), ("SAVEPOINT", nil), ("", nil), ("ROLLBACK TO", nil),
    ])
  func text(_ sql: String, _ expected: SavepointStatement?) { #expect(SavepointStatement(sql) == expected) }
}
