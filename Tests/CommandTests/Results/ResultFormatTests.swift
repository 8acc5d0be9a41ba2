import ORDA
import Testing

@testable import Command
@testable import ORDAImport

/// What holds in every format.
@Suite("Every format") struct ResultFormatTests {
  @Test("has a meaning for --help")
  func meanings() {
    #expect(ResultFormat.allCases.map(\.rawValue) == ["table", "csv", "json", "jsonl", "markdown", "vertical"])
    #expect(Set(ResultFormat.allValueDescriptions.keys) == Set(ResultFormat.allCases.map(\.rawValue)))
  }

  @Test("keeps what would move a terminal's cursor from it", arguments: ResultFormat.allCases)
  func controlCharacters(_ format: ResultFormat) throws {
    let hostile = (0...0x20).map { UInt8($0) } + [0x7F, 0xC2, 0x9B, 0xE2, 0x80, 0xAE, 0xFF, 0xC3]
    let digits = hostile.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let name = "c\u{1B}\u{7F}\u{9B}\u{202E}"
    let sql = "SELECT CAST(x'\(digits)' AS TEXT) AS \"\(name)\", x'\(digits)' AS b"
    let lent = try queried(format, sql, to: .screen(width: 4000))
    let values = try written(
      format, [name], [[.text(String(decoding: hostile, as: UTF8.self))], [.bytes(hostile)]], to: .screen(width: 4000))
    for result in [lent, Array(values.utf8)] {
      let shown = try #require(String(validating: result, as: UTF8.self))
      #expect(!shown.isEmpty)
      for scalar in shown.unicodeScalars where scalar != "\n" { #expect(!VisibleText.mustBeSpelled(scalar)) }
    }
  }

  @Test("for people keeps wide signs, emoji and combining marks aligned", arguments: [ResultFormat.table, .markdown])
  func alignment(_ format: ResultFormat) throws {
    let rows = wideTexts.map { [Value.text($0.text), .text("|")] }
    let lines = try written(format, ["text", "end"], rows).split(separator: "\n")
    #expect(Set(lines.map { DisplayWidth.of($0) }).count == 1)
    for (value, width) in wideTexts {
      #expect(DisplayWidth.of(value) == width)
      let line = try #require(lines.first { $0.contains(value) })
      #expect(line.contains(value + String(repeating: " ", count: 6 - width) + " "))
    }
  }

  @Test("streams: what is read goes out before the last row", arguments: [ResultFormat.csv, .json, .jsonl, .vertical])
  func streams(_ format: ResultFormat) throws {
    var bytes = 0
    let output = Output { bytes += $0.count }
    var writer = format.writer(to: output, terminal: .file)
    try writer.begin(["text"])
    for _ in 0..<1000 { try writer.write([.text(String(repeating: "x", count: 1000))]) }
    #expect(bytes > 900_000)
    try writer.end()
  }
}
