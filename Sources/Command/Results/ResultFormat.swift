import ArgumentParser

/// The format of rows.
enum ResultFormat: String, CaseIterable, ExpressibleByArgument {
  case table
  case csv
  case json
  case jsonl
  case markdown
  case vertical

  /// Descriptions for `--help`.
  static var allValueDescriptions: [String: String] {
    Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.meaning) })
  }

  private var meaning: String {
    switch self {
    case .table: "aligned columns for people; cut to the width of a terminal, whole elsewhere"
    case .csv: "a line of names, then a line a row; NULL is nothing, an empty text is \"\", bytes are \\x00ff"
    case .json: "an array of objects, a line each"
    case .jsonl: "an object a line"
    case .markdown: "a table for a document"
    case .vertical: "a line a value, for rows too wide for a line"
    }
  }

  /// True if standard output is to contain rows and nothing else.
  var isForPrograms: Bool {
    switch self {
    case .table, .vertical: false
    case .csv, .json, .jsonl, .markdown: true
    }
  }

  /// A writer of this format.
  ///
  /// - Parameters:
  ///   - terminal: What is known of the output's destination.
  ///   - wraps: Whether a table's cells continue in a second line instead of being cut.
  func writer(to output: Output, terminal: Terminal, wraps: Bool = false) -> any RowWriter {
    switch self {
    case .table:
      var options = terminal.tables
      options.wraps = wraps
      return TableWriter(output: output, options: options)
    case .csv: return CSVWriter(output: output, isForTerminal: terminal.isTerminal)
    case .json: return JSONWriter(output: output, isArray: true)
    case .jsonl: return JSONWriter(output: output, isArray: false)
    case .markdown: return MarkdownWriter(output: output)
    case .vertical: return VerticalWriter(output: output, style: terminal.style)
    }
  }
}
