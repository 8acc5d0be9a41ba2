import ORDA
import ORDASQLite

@testable import Command

extension Terminal {
  /// Where output goes to a file.
  static let file = Terminal(isTerminal: false, reportedWidth: nil, environment: .init { _ in nil })
  /// A screen of a width, without colours.
  static func screen(width: Int) -> Terminal {
    Terminal(isTerminal: true, reportedWidth: width, environment: .init { $0 == "NO_COLOR" ? "1" : nil })
  }
}

/// The bytes that go through an output.
func bytes(_ write: (Output) throws -> Void) throws -> [UInt8] {
  var bytes: [UInt8] = []
  let output = Output { bytes.append(contentsOf: $0) }
  try write(output)
  try output.flush()
  return bytes
}

/// The same as text, which it must be.
func text(_ write: (Output) throws -> Void) throws -> String {
  String(validating: try bytes(write), as: UTF8.self) ?? "not UTF-8"
}

/// Rows in a format, put together by the command.
func written(
  _ format: ResultFormat, _ columns: [String], _ rows: [[Value]], to terminal: Terminal = .file
) throws -> String {
  try text { output in
    var writer = format.writer(to: output, terminal: terminal)
    try writer.begin(columns)
    for row in rows { try writer.write(row) }
    try writer.end()
  }
}

/// The rows of a statement on SQLite in a format, as the statement lends them.
func queried(_ format: ResultFormat, _ sql: String, to terminal: Terminal = .file) throws -> [UInt8] {
  try SQLite.register()
  let database = try ORDA.open("sqlite::memory:")
  defer { try? database.close() }
  return try bytes { output in
    try StatementShow(format: format, output: output, terminal: terminal, remark: { _ in })
      .run(SQL(text: sql), .none, on: database)
  }
}

/// Texts that are hard to align, with the cells that they take on a screen.
let wideTexts: [(text: String, width: Int)] = [
  ("日本語", 6), ("한글", 4), ("Ａ", 2), ("e\u{301}", 1), ("नमस्ते", 3), ("😀", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪🇯🇵", 4), ("❤️", 2),
  ("a\u{200B}b", 2),
]
