import ORDA
import ORDAImport

/// Writes changes as they happen, a line each.
struct ChangeWriter {
  let output: Output
  /// False for lines that people read.
  let isJSON: Bool
  /// The schema that need not be named.
  let schema: String?
  /// How many lines were written.
  private(set) var count = 0

  init(output: Output, isJSON: Bool, schema: String?) {
    self.output = output
    self.isJSON = isJSON
    self.schema = schema
  }

  /// Writes the change of a row.
  ///
  /// - Parameter part: What it means for the rows that are followed.
  mutating func write(_ change: RowChange, _ part: RowFilter.Part = .inside, in batch: ChangeBatch) {
    count += 1
    let kind =
      switch part {
      case .inside: change.kind.rawValue
      case .enters: "enter"
      case .leaves: "leave"
      }
    if isJSON { return writeJSON(kind, change, batch) }
    let columns = change.layout.keyColumns.isEmpty ? ["key"] : change.layout.keyColumns
    let key = zip(columns, change.key.values).map { "\(visible($0))=\(text($1))" }.joined(separator: " ")
    let cells = change.cells.map { cells in
      cells.map { cell in
        let name = visible(change.layout.columns[cell.column])
        return change.kind == .update
          ? "\(name)=\(text(cell.old)) -> \(text(cell.new))"
          : "\(name)=\(text(change.kind == .insert ? cell.new : cell.old))"
      }.joined(separator: ", ")
    }
    // On MariaDB a table may have no key at all.
    line(kind, name(change.table), (key.isEmpty ? "" : "\(key): ") + (cells ?? "some columns"))
  }

  /// Writes that something in a table changed.
  mutating func write(unknown table: TableName, in batch: ChangeBatch) {
    count += 1
    if isJSON {
      writeJSON(kind: "change", table)
      return endJSON(batch)
    }
    line("change", name(table), "some rows")
  }

  /// Writes that tables were made, altered or dropped.
  mutating func write(_ change: SchemaChange, in batch: ChangeBatch) {
    count += 1
    if isJSON {
      output.write(#"{"kind":"schema","schema":"#)
      if let schema = change.schema { output.writeJSON(text: schema) } else { output.write("null") }
      return endJSON(batch)
    }
    line("schema", visible(change.schema ?? "the database"), "tables were made, altered or dropped")
  }

  // MARK: For people

  private func line(_ kind: String, _ name: String, _ rest: String) {
    output.write(kind + String(repeating: " ", count: max(0, 6 - kind.count)) + "  \(name)  \(rest)\n")
  }

  private func name(_ table: TableName) -> String {
    visible(table.schema == schema ? table.name : table.description)
  }

  private func visible(_ text: String) -> String { VisibleText.escaping(text) }

  private func text(_ value: Value?) -> String {
    guard let value else { return "?" }
    if case .text(let text) = value { return "'\(Cell.text(text, limit: 200).text)'" }
    return Cell(value, limit: 200).text
  }

  // MARK: For programs

  private func writeJSON(kind: String, _ table: TableName) {
    output.write(#"{"kind":"#)
    output.writeJSON(text: kind)
    output.write(#","table":"#)
    output.writeJSON(text: table.name)
    guard let schema = table.schema else { return }
    output.write(#","schema":"#)
    output.writeJSON(text: schema)
  }

  private func endJSON(_ batch: ChangeBatch) {
    output.write(#","origin":"#)
    output.writeJSON(text: batch.origin.rawValue)
    output.write(",\"batch\":\(batch.sequence)}\n")
  }

  private func writeJSON(_ kind: String, _ change: RowChange, _ batch: ChangeBatch) {
    writeJSON(kind: kind, change.table)
    let columns = change.layout.keyColumns.isEmpty ? ["key"] : change.layout.keyColumns
    member("key", Array(zip(columns, change.key.values)))
    if let key = change.newKey { member("newKey", Array(zip(columns, key.values))) }
    if let columns = change.columns {
      output.write(#","columns":["#)
      for (index, column) in columns.enumerated() {
        if index > 0 { output.write(",") }
        output.writeJSON(text: column)
      }
      output.write("]")
    }
    for (name, values) in [("old", change.values(\.old)), ("new", change.values(\.new))] where !values.isEmpty {
      member(name, values)
    }
    endJSON(batch)
  }

  private func member(_ name: String, _ values: [(String, Value)]) {
    output.write(",\"\(name)\":{")
    for (index, (column, value)) in values.enumerated() {
      if index > 0 { output.write(",") }
      output.writeJSON(text: column)
      output.write(":")
      output.writeJSON(value: value)
    }
    output.write("}")
  }
}

extension RowChange {
  /// The known values of the columns that changed.
  fileprivate func values(_ side: KeyPath<ChangedCell, Value?>) -> [(String, Value)] {
    (cells ?? []).compactMap { cell in cell[keyPath: side].map { (layout.columns[cell.column], $0) } }
  }
}
