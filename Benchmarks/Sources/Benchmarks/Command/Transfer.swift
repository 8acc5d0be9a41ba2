import Foundation

/// CSV into a table and out of it, by the command and by SQLite's shell, each with its own settings: the shell writes with
/// a rollback journal, the command into a write-ahead log.
@MainActor
enum Transfer {
  /// `.import` into a table that is there.
  static func importFloor(_ data: TransferData) throws -> Side {
    importing(data, "shell.db") { try data.importByShell($0) }
  }

  static func importOurs(_ data: TransferData) throws -> Side {
    importing(data, "ours.db") {
      try ChildProcess.orda("import", "sqlite:\($0)", "track", data.csv, "--quiet").run(output: data.folder.path("out"))
    }
  }

  private static func importing(
    _ data: TransferData, _ name: String, _ work: @escaping @MainActor (String) throws -> Void
  ) -> Side {
    let database = data.folder.path(name)
    return Side(
      before: { try data.clear(database) }, run: { try work(database) }, checksum: { try data.checksum(database) })
  }

  /// `SELECT *` in the mode `csv`, with headers.
  static func exportFloor(_ data: TransferData) throws -> Side {
    exporting(data, ChildProcess(arguments: ["sqlite3", "-header", "-csv", data.full, "SELECT * FROM track"]))
  }

  static func exportOurs(_ data: TransferData) throws -> Side {
    exporting(data, try ChildProcess.orda("export", "sqlite:\(data.full)", "track"))
  }

  private static func exporting(_ data: TransferData, _ process: ChildProcess) -> Side {
    let output = data.folder.path("exported.csv")
    return Side(
      run: { try process.run(output: output) },
      checksum: {
        // The shell quotes more than it must and ends lines with CR LF: what counts is in the other bytes.
        try Foundation.Data(contentsOf: URL(fileURLWithPath: output)).reduce(0) { sum, byte in
          byte == 0x22 || byte == 0x0D ? sum : sum &* 31 &+ UInt64(byte)
        }
      })
  }

  /// The shell's dump, into another shell.
  static func copyFloor(_ data: TransferData) throws -> Side {
    copying(data, "shell-copy.db") { target in
      ChildProcess(arguments: ["sh", "-c", "sqlite3 '\(data.full)' .dump | sqlite3 '\(target)'"])
    }
  }

  static func copyOurs(_ data: TransferData) throws -> Side {
    let copy = "ours-copy.db"
    let process = try ChildProcess.orda("copy", "sqlite:\(data.full)", "sqlite:\(data.folder.path(copy))", "--quiet")
    return copying(data, copy) { _ in process }
  }

  private static func copying(
    _ data: TransferData, _ name: String, _ process: @escaping @MainActor (String) -> ChildProcess
  ) -> Side {
    let target = data.folder.path(name)
    return Side(
      before: { data.remove(target) }, run: { try process(target).run(output: data.folder.path("out")) },
      checksum: { try data.checksum(target) })
  }

  /// A process that does next to nothing.
  static func selectFloor(_ data: ScratchFolder) throws -> Side {
    selecting(data, ChildProcess(arguments: ["sqlite3", ":memory:", "SELECT 1"]))
  }

  static func selectOurs(_ data: ScratchFolder) throws -> Side {
    selecting(data, try ChildProcess.orda("query", "sqlite::memory:", "SELECT 1", "--format", "csv"))
  }

  private static func selecting(_ folder: ScratchFolder, _ process: ChildProcess) -> Side {
    let output = folder.path("one")
    return Side(
      run: { try process.run(output: output) },
      checksum: {
        // Ours has a line with the column's name, which is 1 too.
        try String(contentsOfFile: output, encoding: .utf8).hasSuffix("1\n") ? 1 : 0
      })
  }
}
