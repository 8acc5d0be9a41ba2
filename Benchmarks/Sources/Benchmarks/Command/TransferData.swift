import Foundation

/// A CSV file of six columns, and databases with its table, empty or filled.
@MainActor
final class TransferData {
  let folder: ScratchFolder
  /// How many rows the file has.
  let count: Int
  let csv: String
  /// A database that is only read.
  let full: String
  private static let table = """
    CREATE TABLE track (id BIGINT, title TEXT, city TEXT, price DOUBLE, note TEXT, played TEXT)
    """

  init(_ scale: Scale, in folder: ScratchFolder) throws {
    self.folder = folder
    // Ten times the rows of the other suites: the start of a process must not count.
    count = scale.rows * 10
    csv = folder.path("tracks.csv")
    full = folder.path("tracks.db")
    try Data().write(to: URL(fileURLWithPath: csv))
    guard let file = FileHandle(forWritingAtPath: csv) else {
      throw ChildProcess.Failure(description: "\(csv) can't be written")
    }
    try file.write(contentsOf: Data("id,title,city,price,note,played\n".utf8))
    let words = ["So What", "Naima", "Blue in Green", "Água de Beber", "Take \"\"Five\"\"", "Alabama"]
    for start in stride(from: 0, to: count, by: 1000) {
      let lines = (start..<min(start + 1000, count)).map { row in
        let word = words[row % words.count]
        let note = row.isMultiple(of: 10) ? "" : "\"\(word), \(row % 97)\""
        return """
          \(row + 1),"\(word)",City \(row % 1009),\(row % 1000).\(row % 89 + 10),\(note),2026-01-\(row % 18 + 10) 12:00:00

          """
      }
      try file.write(contentsOf: Data(lines.joined().utf8))
    }
    try file.close()
    try clear(full)
    try importByShell(full)
  }

  /// Makes a database with the empty table.
  func clear(_ database: String) throws {
    remove(database)
    try ChildProcess(arguments: ["sqlite3", database, Self.table]).run(output: folder.path("out"))
  }

  /// Removes a database with what SQLite keeps beside it.
  func remove(_ database: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: database + suffix) }
  }

  /// Fills the table as the shell does.
  func importByShell(_ database: String) throws {
    try ChildProcess(arguments: ["sqlite3", database, ".mode csv", ".import --skip 1 \(csv) track"])
      .run(output: folder.path("out"))
  }

  /// A sum over the table: the shell stores no NULL, so both are the same to it.
  func checksum(_ database: String) throws -> UInt64 {
    let output = folder.path("sum")
    let sum = """
      SELECT count(*) + sum(id) + sum(length(title)) + sum(length(city)) + CAST(sum(price) AS INTEGER)
        + sum(length(ifnull(note, ''))) + sum(length(played)) FROM track
      """
    try ChildProcess(arguments: ["sqlite3", database, sum]).run(output: output)
    let text = try String(contentsOfFile: output, encoding: .utf8)
    guard let number = UInt64(text.filter { !$0.isWhitespace }) else {
      throw ChildProcess.Failure(description: "the shell summed up \(text)")
    }
    return number
  }
}
