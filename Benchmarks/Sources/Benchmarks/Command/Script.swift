import Foundation

/// A script of many small statements, by `orda shell` and by SQLite's: as many inserts as the other suites have rows, in one
/// transaction.
@MainActor
enum Script {
  /// How many statements, and where the files are.
  struct Data {
    let count: Int
    let text: String
    let database: String
    let output: String
    let folder: ScratchFolder

    @MainActor
    init(_ scale: Scale, in folder: ScratchFolder) throws {
      self.folder = folder
      count = scale.rows
      text = folder.path("script.sql")
      database = folder.path("script.db")
      output = folder.path("script.out")
      let inserts = (1...count).map { "INSERT INTO tag (name, uses) VALUES ('tag \($0)', \($0 * 7 % 1000));\n" }
      let whole =
        "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL, uses INTEGER);\nBEGIN;\n\(inserts.joined())COMMIT;\n"
      try whole.write(toFile: text, atomically: false, encoding: .utf8)
    }

    @MainActor
    fileprivate func side(_ process: ChildProcess) -> Side {
      Side(
        before: {
          for suffix in ["", "-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: database + suffix)
          }
        },
        run: { try process.run(input: text, output: output) },
        checksum: {
          let sums = folder.path("script.sums")
          try ChildProcess(arguments: ["sqlite3", database, "SELECT sum(id * uses + length(name)) FROM tag"])
            .run(output: sums)
          let sum = try String(contentsOfFile: sums, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
          return UInt64(sum) ?? 0
        })
    }
  }

  static func floor(_ data: Data) -> Side { data.side(ChildProcess(arguments: ["sqlite3", data.database])) }

  static func ours(_ data: Data) throws -> Side { data.side(try ChildProcess.orda("shell", "sqlite:\(data.database)")) }
}
