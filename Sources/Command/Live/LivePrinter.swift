import ORDA
import ORDAImport

/// Prints a live result again each time it changes: for files and other programs.
struct LivePrinter {
  let output: Output
  let options: TableRenderer.Options

  /// Prints it `count` times, or until the task is cancelled.
  func run(_ result: LiveResult, _ count: Int?) async throws {
    let differences = result.differences
    var printed = 1
    try print(result.entries, of: result)
    if printed == count { return }
    for await difference in differences {
      output.write("\n")
      try print(difference.after, of: result)
      printed += 1
      if printed == count { return }
    }
  }

  private func print(_ entries: [TableEntry], of result: LiveResult) throws {
    var writer = TableWriter(output: output, options: options)
    writer.begin(result.table.columnNames)
    for entry in entries { writer.write(entry.snapshot().values) }
    writer.end()
    output.write(Grouped.count(entries.count, "row") + "\n")
    try output.flush()
  }
}
