import Testing

@testable import ORDAImport

@Suite struct CSVReaderTests {
  /// All records of a text, read in chunks of every size from 1 byte up: the result may not depend on where a chunk ends.
  private func records(
    _ text: String, format: CSVFormat = CSVFormat(), sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [[String]] {
    let whole = try read(text, format: format, chunk: .max)
    for chunk in 1...max(1, min(text.utf8.count, 40)) {
      let parts = try read(text, format: format, chunk: chunk)
      #expect(parts == whole, "chunks of \(chunk) bytes", sourceLocation: sourceLocation)
    }
    return whole
  }

  private func read(_ text: String, format: CSVFormat, chunk: Int) throws -> [[String]] {
    var reader = CSVReader(MemorySource(text.utf8, chunk: chunk), format: format)
    var record = CSVRecord()
    var result: [[String]] = []
    while try reader.next(into: &record) {
      result.append(try (0..<record.count).map { try record.text($0) })
    }
    return result
  }

  @Test func plainFields() throws {
    #expect(try records("a,b,c\n1,2,3\n") == [["a", "b", "c"], ["1", "2", "3"]])
  }

  @Test func lastLineWithoutEnd() throws {
    #expect(try records("a,b\n1,2") == [["a", "b"], ["1", "2"]])
    #expect(try records("a,b\n1,") == [["a", "b"], ["1", ""]])
    #expect(try records("a,\"b\"") == [["a", "b"]])
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func lineEnds(_ end: String) throws {
    #expect(try records("a,b\(end)1,2\(end)3,4\(end)") == [["a", "b"], ["1", "2"], ["3", "4"]])
  }

  @Test func nothing() throws {
    #expect(try records("") == [])
    #expect(try records("\n\r\n\n") == [])
    #expect(try records("\u{FEFF}") == [])
  }

  @Test func byteOrderMark() throws {
    #expect(try records("\u{FEFF}a,b\n1,2\n") == [["a", "b"], ["1", "2"]])
    #expect(try records("\u{FEFF}\"a\",b\n") == [["a", "b"]])
  }

  @Test func shortFilesThatAreNoMark() throws {
    #expect(try records("a") == [["a"]])
    #expect(try records("é") == [["é"]])
  }

  @Test func otherEncodingsAreNamed() {
    for bytes: [UInt8] in [[0xFF, 0xFE, 0x61, 0], [0xFE, 0xFF, 0, 0x61]] {
      var reader = CSVReader(MemorySource(bytes))
      #expect(throws: CSVError(line: 1, reason: .notUTF8File)) { try reader.next() }
    }
  }

  @Test func quotes() throws {
    #expect(try records("\"a,b\",\"c \"\"d\"\" e\",\"\"\"\"\n") == [["a,b", "c \"d\" e", "\""]])
    #expect(try records("\"\",x\n") == [["", "x"]])
    #expect(try records("\"line 1\nline 2\r\nline 3\rx\",y\n") == [["line 1\nline 2\r\nline 3\rx", "y"]])
  }

  @Test func quotesInsideUnquotedFields() throws {
    #expect(try records("5\" pipe,6' rod\n") == [["5\" pipe", "6' rod"]])
    #expect(try records(" \"a\",b\n") == [[" \"a\"", "b"]])
  }

  @Test func blanksAfterAClosingQuote() throws {
    #expect(try records("\"a\" ,\"b\"\t\n\"c\" ,d") == [["a", "b"], ["c", "d"]])
    #expect(try records("\"a\" ") == [["a"]])
  }

  @Test func zeroBytesAreKept() throws {
    #expect(try records("a\0b,\"\0\"\n") == [["a\0b", "\0"]])
  }

  @Test func otherDelimiters() throws {
    var format = CSVFormat()
    format.delimiter = 0x09
    #expect(try records("a,b\tc\n", format: format) == [["a,b", "c"]])
    format.delimiter = 0x3B
    #expect(try records("a;\"b;c\"\n", format: format) == [["a", "b;c"]])
  }

  @Test func delimitersByName() {
    #expect(CSVFormat.delimiter(named: ";") == 0x3B)
    #expect(CSVFormat.delimiter(named: "tab") == 0x09)
    #expect(CSVFormat.delimiter(named: "\t") == 0x09)
    for text in ["", ",,", "\"", "\n", "ä"] { #expect(CSVFormat.delimiter(named: text) == nil) }
  }

  @Test func nullIsNothingWithoutQuotes() throws {
    var reader = CSVReader(MemorySource("a,,\"\", \n".utf8))
    let record = try #require(try reader.next())
    #expect((0..<4).map { record.isNull($0) } == [false, true, false, false])
    #expect((0..<4).map { record.isQuoted($0) } == [false, false, true, false])
  }

  @Test func quotedFlagAtTheEndOfTheFile() throws {
    var reader = CSVReader(MemorySource("a,\"\"".utf8))
    let record = try #require(try reader.next())
    #expect(!record.isNull(1))
  }

  @Test func emptyLinesArePassedOver() throws {
    #expect(try records("a,b\n\n1,2\n\n\n") == [["a", "b"], ["1", "2"]])
    #expect(try records("a\n\"\"\n") == [["a"], [""]])
  }

  @Test func emptyLinesOfOneColumnAreNull() throws {
    var reader = CSVReader(MemorySource("a\n\nb\n".utf8))
    let header = try #require(try reader.next())
    reader.expectedFields = header.count
    let null = try #require(try reader.next())
    #expect(null.isNull(0))
    #expect(try reader.next()?.text(0) == "b")
    #expect(try reader.next() == nil)
  }

  @Test func linesAreCountedThroughQuotes() throws {
    var reader = CSVReader(MemorySource("a\r\n\"b\nc\nd\",e\n\nf\r\n".utf8, chunk: 1), chunk: 4)
    var lines: [Int] = []
    while let record = try reader.next() { lines.append(record.line) }
    #expect(lines == [1, 2, 6])
  }

  @Test(arguments: [1, 3, 4, 7, 64]) func smallBuffers(_ chunk: Int) throws {
    var reader = CSVReader(MemorySource("\u{FEFF}alpha,\"be\"\"ta\"\r\n\"ga\r\nmma\",delta".utf8), chunk: chunk)
    #expect(try reader.next()?.text(1) == "be\"ta")
    let last = try #require(try reader.next())
    #expect(try last.text(0) == "ga\r\nmma")
    #expect(try last.text(1) == "delta")
    #expect(try reader.next() == nil)
    #expect(try reader.next() == nil)
  }
}
