import ORDA

/// Writes rows as an aligned table.
struct TableWriter: RowWriter {
  private let output: Output
  private let options: TableRenderer.Options
  private var renderer: TableRenderer?

  init(output: Output, options: TableRenderer.Options) {
    self.output = output
    self.options = options
  }

  mutating func begin(_ columns: [String]) {
    renderer = TableRenderer(columns: columns, options: options) { [output] in output.write($0) }
  }

  mutating func write(_ values: [Value]) { renderer?.add(values.map { Cell($0) }) }

  mutating func end() {
    renderer?.finish()
    renderer = nil
  }
}
