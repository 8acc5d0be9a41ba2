import ORDA
import ORDAImport

/// Writes each value on a separate line, for rows that are too wide for one.
struct VerticalWriter: RowWriter {
  private let output: Output
  private let style: Style
  /// The columns' names, padded to the same width.
  private var names: [String] = []
  private var count = 0

  init(output: Output, style: Style) {
    self.output = output
    self.style = style
  }

  mutating func begin(_ columns: [String]) {
    let shown = columns.map { VisibleText.escaping($0) }
    let widths = shown.map { DisplayWidth.of($0) }
    let width = widths.max() ?? 0
    names = zip(shown, widths).map { style.bold($0) + String(repeating: " ", count: width - $1) }
  }

  mutating func write(_ values: [Value]) {
    count += 1
    output.write(style.dim("-- record \(count) --") + "\n")
    for (name, value) in zip(names, values) {
      let cell = Cell(value, limit: .max)
      let text = cell.kind == .null ? style.dim(cell.text) : cell.text
      // No blank at the end of a line.
      output.write(name + (text.isEmpty ? " |" : " | ") + text + "\n")
    }
  }

  mutating func end() {}
}
