import CFloor
import Foundation
import ORDA

/// A program that starts: its database has run all steps, which are read from their files and compared.
@MainActor
enum Migrations {
  private static let steps = 1_000
  private static let starts = 10

  static func workloads(_ data: SQLiteData) -> [Workload] {
    [
      Workload(
        "1,000 migrations, nothing to run", on: data, operations: starts, target: 1.5, floor: floor, ours: ours,
        peers: [])
    ]
  }

  /// A folder of steps, as long as steps are.
  private static func folder(_ data: SQLiteData) throws -> String {
    let path = data.folder.path("migrations")
    if FileManager.default.fileExists(atPath: path) { return path }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for number in 0..<steps {
      let sql = """
        -- Step \(number): a table of notes, with what is asked for most.
        CREATE TABLE note_\(number) (
          id INTEGER PRIMARY KEY,
          title TEXT NOT NULL,
          body TEXT,
          created REAL NOT NULL DEFAULT 0
        );
        CREATE INDEX note_\(number)_created ON note_\(number) (created, id);

        """
      try Data(sql.utf8).write(to: URL(fileURLWithPath: "\(path)/\(number + 10_000)_note.sql"))
    }
    return path
  }

  /// A database in which all of them have run.
  private static func migrated(_ data: SQLiteData, _ name: String) throws -> (governor: any Governor, path: String) {
    let path = data.folder.path("migrations-\(name).db")
    let governor = try ORDASide.open(path)
    try governor.migrate(try Migration.folder(try folder(data), for: governor.language))
    return (governor, path)
  }

  private static func floor(_ data: SQLiteData) throws -> Side {
    let (governor, path) = try migrated(data, "floor")
    try governor.close()
    let folder = try folder(data)
    let connection = try FloorConnection(path)
    let select = try connection.prepare(
      """
      SELECT place, name, checksum, is_repeatable, state, part, message, began, milliseconds, program
      FROM orda_migrations ORDER BY place
      """)
    return Side(
      run: {
        var sums = [UInt64](repeating: 0, count: steps)
        var count = 0
        var total = 0
        for _ in 0..<starts {
          let code = cf_hash_folder(folder, &sums, steps, &count)
          guard code == 0 else { throw FloorError(code: code, message: String(cString: strerror(code))) }
          total += try select.keys().count
        }
        return total
      }, checksum: { UInt64($0) })
  }

  private static func ours(_ data: SQLiteData) throws -> Side {
    let (governor, _) = try migrated(data, "orda")
    let folder = try folder(data)
    return Side(
      run: {
        for _ in 0..<starts {
          let done = try governor.migrate(try Migration.folder(folder, for: governor.language))
          guard done.isEmpty else { throw LiveFailure(description: "\(done.count) steps were run again") }
        }
        return starts * steps
      }, checksum: { UInt64($0) })
  }
}
