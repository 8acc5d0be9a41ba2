import ORDA
import Testing

@testable import Command

@Suite struct CSVImportTests {
  private let database = ScriptedDatabase()

  private func load(
    _ text: String, create: Bool = false, skip: Bool = false, onBadLine: (any Error) -> Void = { _ in }
  ) throws -> CSVImport.Summary {
    var options = CSVImport.Options()
    options.createsTable = create
    options.skipsBadLines = skip
    return try withoutActuallyEscaping(onBadLine) { onBadLine in
      try CSVImport(table: "t", options: options, onBadLine: onBadLine, onProgress: { _ in })
        .run(into: database) { MemorySource(text.utf8, chunk: 5) }
    }
  }

  @Test func rowsGoIntoOneTransaction() throws {
    #expect(try load("a,b\n1,x\n,\"\"\n") == CSVImport.Summary(rows: 2, skipped: 0))
    #expect(database.statements == ["BEGIN", "INSERT INTO `t` (`a`, `b`) VALUES (?, ?)", "COMMIT"])
    #expect(database.stored == [["'1'", "'x'"], ["NULL", "''"]])
  }

  @Test func theTableIsMadeByTheWholeFile() throws {
    _ = try load("a,b,c\n1,1.5,1\n2,2,x\n", create: true)
    #expect(database.statements.first == "CREATE TABLE `t` (`a` BIGINT, `b` DOUBLE, `c` TEXT)")
    #expect(database.stored.count == 2)
  }

  @Test func aBadLineLeavesNothing() throws {
    #expect(throws: CSVError(line: 3, reason: .fieldCount(expected: 2, found: 1))) { try load("a,b\n1,2\n3\n") }
    #expect(database.stored == [])
    #expect(database.statements.last == "ROLLBACK")
  }

  @Test func aTableThatWasMadeForABadFileGoes() throws {
    database.refusal = { $0 == ["'2'"] ? DatabaseError(.constraint(.check), "no") : nil }
    #expect(throws: CSVImport.LineError.self) { try load("a\n1\n2\n", create: true) }
    #expect(database.statements.first == "CREATE TABLE `t` (`a` BIGINT)")
    #expect(database.statements.last == "DROP TABLE `t`")
  }

  @Test func aBadLineFoundWhileTypesAreSoughtMakesNoTable() throws {
    #expect(throws: CSVError.self) { try load("a\n1\n2,3\n", create: true) }
    #expect(database.statements == [])
  }

  @Test func aRefusedRowIsNamedByItsLine() throws {
    database.refusal = { $0 == ["'3'"] ? DatabaseError(.constraint(.unique), "already there") : nil }
    #expect { try load("a\n1\n\"2\n2\"\n3\n") } throws: {
      "\($0)" == "line 5: constraint.unique: already there"
    }
    #expect(database.stored == [])
  }

  @Test func badLinesAreLeftOutWhereAskedFor() throws {
    database.refusal = { $0.first == "'4'" ? DatabaseError(.constraint(.unique), "already there") : nil }
    var errors: [String] = []
    let summary = try load("a,b\n1,2\n3\n4,5\n\"6\"7,8\n9,10\n", skip: true) { errors.append("\($0)") }
    #expect(summary == CSVImport.Summary(rows: 2, skipped: 3))
    #expect(database.stored == [["'1'", "'2'"], ["'9'", "'10'"]])
    #expect(
      errors == [
        "line 3: 2 fields expected, 1 found", "line 4: constraint.unique: already there",
        "line 5: field 1 goes on after its closing quote (a quote within quotes is doubled)",
      ])
  }

  @Test func badLinesAreToldOnceWhereTheFileIsReadTwice() throws {
    var errors = 0
    let summary = try load("a\n1\n2,3\n", create: true, skip: true) { _ in errors += 1 }
    #expect(summary == CSVImport.Summary(rows: 1, skipped: 1))
    #expect(errors == 1)
  }

  @Test func anUnclosedQuoteEndsTheImportEvenWhereBadLinesAreLeftOut() {
    #expect(throws: CSVError.self) { try load("a\n1\n\"2\n3\n", skip: true) }
    #expect(database.stored == [])
  }

  @Test func errorsThatAreNotAboutALineEndTheImport() {
    database.refusal = { _ in DatabaseError(.full, "disk full") }
    #expect(throws: CSVImport.LineError.self) { try load("a\n1\n", skip: true) }
    #expect(database.statements.last == "ROLLBACK")
  }

  @Test func textThatIsNotUTF8() throws {
    let bytes: [UInt8] = Array("a\n".utf8) + [0xFF, 0x0A] + Array("b\n".utf8)
    var options = CSVImport.Options()
    let load = { (options: CSVImport.Options) in
      try CSVImport(table: "t", options: options, onBadLine: { _ in }, onProgress: { _ in })
        .run(into: database) { MemorySource(bytes) }
    }
    #expect(throws: CSVError(line: 2, reason: .notUTF8(field: 1))) { try load(options) }
    options.skipsBadLines = true
    #expect(try load(options) == CSVImport.Summary(rows: 1, skipped: 1))
  }

  @Test(arguments: [
    ("", "the file is empty; its first line must name the columns"), ("a,,c\n", "line 1: column 2 has no name"),
    ("a,b,A\n", "line 1: two columns are called A"),
  ]) func headers(_ text: String, _ message: String) {
    #expect { try load(text) } throws: { "\($0)" == message }
  }
}
