import ORDA
import ORDAImport

/// What a terminal shows of a live result: as many rows and columns as fit, and how many more there are.
struct LiveFrame {
  /// A row's values, and its highlighted columns.
  struct Row {
    var values: [Value]
    var marked: Set<Int> = []
  }

  let title: String
  let columns: [String]
  let terminal: Terminal
  let height: Int

  /// The lines besides rows: the title, the rules and header of the table, and what is below.
  private static let otherLines = 6

  /// How many rows fit.
  var room: Int { max(0, height - Self.otherLines) }

  /// The lines.
  ///
  /// - Parameters:
  ///   - rows: The first rows, at most as many as fit.
  ///   - count: How many there are in all.
  ///   - error: What is wrong, if anything.
  func lines(_ rows: [Row], of count: Int, error: String?) -> [String] {
    let width = terminal.width ?? 80
    let cells = rows.map { row in
      row.values.enumerated().map { column, value in
        // Only the visible part of a string is examined.
        var cell = Cell(value, limit: width)
        cell.isMarked = row.marked.contains(column)
        return cell
      }
    }
    let shown = columnsThatFit(cells, width: width)
    var lines = [terminal.style.bold(fit(VisibleText.escaping(title), width))]
    var options = terminal.tables
    options.sample = .max
    var renderer = TableRenderer(columns: Array(columns.prefix(shown)), options: options) { text in
      lines.append(String(text.dropLast()))
    }
    for row in cells { renderer.add(Array(row.prefix(shown))) }
    renderer.finish()
    let below = below(shown: rows.count, of: count, hiddenColumns: columns.count - shown)
    lines.append(
      error.map { terminal.style.red(fit(VisibleText.escaping($0), width)) } ?? terminal.style.dim(fit(below, width)))
    return Array(lines.prefix(max(1, height)))
  }

  private func below(shown: Int, of count: Int, hiddenColumns: Int) -> String {
    var facts = [Grouped.count(count, "row")]
    if count > shown { facts.append("\(Grouped.digits(count - shown)) more below") }
    if hiddenColumns > 0 { facts.append("\(Grouped.count(hiddenColumns, "column")) more") }
    return facts.joined(separator: ", ") + "; q ends"
  }

  /// How many columns fit, at least one: strings may be cut, but not to fewer than eight cells.
  private func columnsThatFit(_ rows: [[Cell]], width: Int) -> Int {
    var used = 1
    for (column, name) in columns.enumerated() {
      var least = min(8, DisplayWidth.of(VisibleText.escaping(name)))
      for row in rows where column < row.count {
        let own = DisplayWidth.of(row[column].text)
        least = max(least, row[column].kind == .number ? own : min(8, own))
      }
      used += least + 3
      if used > width { return max(1, column) }
    }
    return columns.count
  }

  private func fit(_ text: String, _ width: Int) -> String {
    TableRenderer.fit(text, to: width, ellipsis: terminal.rules.ellipsis)
  }
}
