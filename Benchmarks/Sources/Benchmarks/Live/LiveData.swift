import CFloor
import ORDA
import ORDASQLite

/// The databases of the suite, all with the same table of six columns.
@MainActor
final class LiveData {
  let folder: ScratchFolder

  /// The number of rows, and of entries.
  let count: Int

  /// The keys of the rows that are written one by one, scattered over the table.
  let keys: [Int64]

  /// How many commits of others one round waits for.
  let commits: Int

  /// A database that is only read.
  let library: String
  private var files = 0

  init(_ scale: Scale, in folder: ScratchFolder) throws {
    self.folder = folder
    let count = scale.rows
    self.count = count
    // 7919 is prime and no divisor of a count of rows, so that each key comes once.
    keys = (0..<Int64(count / 50)).map { $0 * 7919 % Int64(count) + 1 }
    commits = count / 1000
    library = folder.path("library.db")
    try Self.fill(library, count)
  }

  /// Makes a database of a side's own. Returns its path.
  func database(_ name: String) throws -> String {
    files += 1
    let path = folder.path("\(name)-\(files).db")
    try Self.fill(path, count)
    return path
  }

  /// Empties the write-ahead log, so that each round writes the same pages.
  func checkpoint(_ path: String) throws {
    try FloorConnection(path).execute("PRAGMA wal_checkpoint(TRUNCATE);")
  }

  /// How many rows have a number of milliseconds: the checksum of what writes, read by C.
  func rows(of path: String, with milliseconds: Int64) throws -> UInt64 {
    UInt64(try FloorConnection(path).number("SELECT count(*) FROM track WHERE milliseconds = \(milliseconds)"))
  }

  /// A governor with the pragmas of the floor. WAL and foreign keys are ORDA's own defaults.
  nonisolated static func open(_ path: String) throws -> any Governor {
    try SQLite.register()
    return try ORDA.open("sqlite:\(path)?synchronous=normal&pragma.cache_size=-65536")
  }

  private static func fill(_ path: String, _ count: Int) throws {
    try FloorConnection(path).execute(
      """
      CREATE TABLE track (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, album INTEGER, milliseconds INTEGER NOT NULL, price REAL NOT NULL,
        note TEXT);
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
      INSERT INTO track
        SELECT n, printf('track-%06d', n), n % 997, 180000 + n % 60000, n * 0.25, printf('recorded live in %d', 1950 + n % 60)
        FROM number;
      PRAGMA wal_checkpoint(TRUNCATE);
      """)
  }
}

/// The table by its columns, for entries that are read by property.
struct Tracks: TableSchema {
  static let tableName: TableName = "track"
  let id = Column<Int>("id")
  let name = Column<String>("name")
  let album = Column<Int?>("album")
  let milliseconds = Column<Int>("milliseconds")
  let price = Column<Double>("price")
  let note = Column<String?>("note")
}

/// A row of it, without life.
struct TrackRow: RowDecodable {
  var id: Int
  var name: String
  var album: Int?
  var milliseconds: Int
  var price: Double
  var note: String?

  init(row: borrowing Row) throws {
    id = try row.get(0)
    name = try row.get(1)
    album = try row.get(2)
    milliseconds = try row.get(3)
    price = try row.get(4)
    note = try row.get(5)
  }
}
