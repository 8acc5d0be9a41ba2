import CFloor

/// The databases of the suite, and the rows that are written into them.
@MainActor
final class SQLiteData {
  let folder: ScratchFolder

  /// The number of rows of each table, of lookups and of inserts.
  let count: Int

  /// A database that is only read, shared by all sides.
  let library: String

  /// The keys of the point lookups: all of them, in a scattered order that is the same in every run.
  let keys: [Int64]

  /// The rows to be inserted, in C's form and in Swift's.
  let integers: FloorRows<cf_integers>
  let texts: FloorRows<cf_texts>
  private var files = 0
  private(set) lazy var swiftIntegers = integers.map(Integers.init)
  private(set) lazy var swiftCodableIntegers = swiftIntegers.map(CodableIntegers.init)
  private(set) lazy var swiftTexts = texts.map(Texts.init)

  init(_ scale: Scale, in folder: ScratchFolder) throws {
    self.folder = folder
    count = scale.rows
    library = folder.path("library.db")
    integers = .integers(cf_make_integers(scale.rows))
    texts = .texts(cf_make_texts(scale.rows))
    let count = Int64(scale.rows)
    // 7919 is prime and no divisor of a count of rows, so that each key comes once.
    keys = (0..<count).map { $0 * 7919 % count + 1 }
    try fill(library)
  }

  /// The keys at which the concurrent readers begin: another list for each thread, the same in every run.
  func firsts(thread: Int, length: Int) -> [Int64] {
    let reads = max(count / 50, 1)
    let places = Int64(count - length)
    return (0..<Int64(reads)).map { ($0 * 7919 + Int64(thread) * 104_729) % places + 1 }
  }

  /// Makes a database of a side's own, with empty tables. Returns its path.
  func emptyDatabase(_ name: String) throws -> String {
    let path = freshPath(name)
    try FloorConnection(path).execute(Self.schema)
    return path
  }

  /// Makes a database of a side's own, with all rows. Returns its path.
  func fullDatabase(_ name: String) throws -> String {
    let path = freshPath(name)
    try fill(path)
    return path
  }

  /// Brings a database back to empty tables in a small file and an empty write-ahead log, so that each round writes
  /// the same pages.
  func clear(_ path: String) throws {
    try FloorConnection(path).execute(
      "DELETE FROM integers; DELETE FROM texts; VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")
  }

  /// Empties the write-ahead log.
  func checkpoint(_ path: String) throws {
    try FloorConnection(path).execute("PRAGMA wal_checkpoint(TRUNCATE);")
  }

  /// The checksum of the rows that a side has inserted, read by C.
  func checksumOfIntegers(_ path: String) throws -> UInt64 {
    try FloorConnection(path).prepare(SQLText.integers).integers().checksum
  }

  /// The checksum of the rows that a side has inserted, read by C.
  func checksumOfTexts(_ path: String) throws -> UInt64 {
    try FloorConnection(path).prepare(SQLText.texts).texts().checksum
  }

  /// Two workloads may have the same side: each gets a file of its own.
  private func freshPath(_ name: String) -> String {
    files += 1
    return folder.path("\(name)-\(files).db")
  }

  private func fill(_ path: String) throws {
    let connection = try FloorConnection(path)
    try connection.execute(Self.schema)
    try connection.execute("BEGIN")
    try connection.prepare(SQLText.insertIntegers).insert(integers)
    try connection.prepare(SQLText.insertTexts).insert(texts)
    try connection.prepare(SQLText.insertProse).insert(.prose(cf_make_prose(count)))
    try connection.prepare(SQLText.insertScores).insert(.scores(cf_make_scores(count)))
    try connection.execute("COMMIT; PRAGMA wal_checkpoint(TRUNCATE);")
  }

  private static let schema = """
    CREATE TABLE integers (a INTEGER, b INTEGER, c INTEGER, d INTEGER, e INTEGER,
                           f INTEGER, g INTEGER, h INTEGER, i INTEGER, j INTEGER);
    CREATE TABLE texts (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT, d TEXT, e TEXT);
    CREATE TABLE prose (id INTEGER PRIMARY KEY, text TEXT);
    CREATE TABLE score (id INTEGER PRIMARY KEY, name TEXT, score REAL, played INTEGER DEFAULT 0);
    """
}
