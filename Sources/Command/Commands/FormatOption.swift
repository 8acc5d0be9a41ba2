import ArgumentParser
import ORDA

/// `--format`, for every command that shows rows.
struct FormatOption: ParsableArguments {
  @Option(help: ArgumentHelp("How rows are written.", valueName: "format"))
  var format = ResultFormat.table

  /// Writes what is said about a result where it does not get among the rows: to standard output for people, to standard
  /// error for programs.
  func remark(_ text: String) {
    if format.isForPrograms { StandardStreams.error(text) } else { StandardStreams.output.write(text) }
  }

  /// Writes rows that the command itself puts together, to standard output. What is nil is NULL for programs, and nothing
  /// for people.
  ///
  /// - Parameter noun: What a row is, to be counted below them for people; nil to count nothing.
  func show(_ columns: [String], _ rows: [[String?]], counting noun: String? = nil) throws {
    var terminal = Terminal.output
    // What is written here goes on in the next line where it is long, so nothing is lost in a width of our choice.
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

  /// Writes a line about the rows that follow, and only for people who read a table.
  func heading(_ text: String) {
    guard format == .table else { return }
    StandardStreams.output.write(VisibleText.escaping(text) + "\n")
  }
}
