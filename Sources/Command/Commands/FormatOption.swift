import ArgumentParser
import ORDA
import ORDAImport

/// `--format`, for every command that shows rows.
struct FormatOption: ParsableArguments {
  @Option(help: ArgumentHelp("How rows are written.", valueName: "format"))
  var format = ResultFormat.table

  /// Writes a remark about a result where it does not mix with the rows: to standard output for people, to standard
  /// error for programs.
  func remark(_ text: String) {
    if format.isForPrograms { StandardStreams.error(text) } else { StandardStreams.output.write(text) }
  }

  /// Writes rows that the command itself composes, to standard output. Nil is NULL for programs, and nothing for
  /// people.
  ///
  /// - Parameter noun: What a row is, for the count below them for people; nil for no count.
  func show(_ columns: [String], _ rows: [[String?]], counting noun: String? = nil) throws {
    var terminal = Terminal.output
    // Long cells continue on the next line, so nothing is lost in a width of our choice.
    terminal.width = terminal.width ?? 100
    var writer = format.writer(to: StandardStreams.output, terminal: terminal, wraps: true)
    let missing: Value =
      switch format {
      case .csv, .json, .jsonl: .null
      case .table, .markdown, .vertical: .text("")
      }
    try writer.begin(columns)
    for row in rows { try writer.write(row.map { $0.map { .text($0) } ?? missing }) }
    try writer.end()
    guard let noun, !format.isForPrograms else { return }
    remark(terminal.style.dim(Grouped.count(rows.count, noun)) + "\n")
  }

  /// Writes a line about the following rows, only for people who read a table.
  func heading(_ text: String) {
    guard format == .table else { return }
    StandardStreams.output.write(VisibleText.escaping(text) + "\n")
  }
}
