import ORDA
import Testing

@testable import Command

@Suite struct FailureTests {
  @Test func databaseErrorsSayTheirKindAndTheirCodes() {
    let error = DatabaseError(
      .constraint(.unique), "UNIQUE constraint failed", sqlState: "23000", vendorCode: 2067, table: "genre",
      column: "name")
    #expect(
      Failure.text(of: error, style: .plain)
        == "orda: constraint.unique: UNIQUE constraint failed\n      SQLSTATE 23000, vendor code 2067, table genre, column name\n"
    )
    #expect(Failure.text(of: DatabaseError(.full, "disk full"), style: .plain) == "orda: full: disk full\n")
  }

  @Test func messagesCannotDrawOnTheScreen() {
    let error = DatabaseError(.other, "\u{1B}[2J")
    #expect(Failure.text(of: error, style: .plain) == "orda: other: \\u{1b}[2J\n")
  }

  @Test func otherErrors() {
    let error = FileError(path: "x.csv", number: 2)
    #expect(Failure.text(of: error, style: .plain) == "orda: x.csv: No such file or directory\n")
  }
}
