import ORDA

/// Puts a CSV file into a table: all of it, or nothing.
struct CSVImport {
  /// How to read the file, and what to do about lines that can't be.
  struct Options {
    var format = CSVFormat()
    /// Makes the table, with the types that the file's values have.
    var createsTable = false
    /// Leaves out what can't be read or stored, and goes on.
    var skipsBadLines = false
  }

  /// What became of a file.
  struct Summary: Equatable {
    var rows = 0
    var skipped = 0
  }

  /// A line that the database did not take.
  struct LineError: Error, CustomStringConvertible {
    let line: Int
    let error: DatabaseError

    var description: String { "line \(line): \(error.kind): \(error.message)" }
  }

  /// A file that has no usable first line.
  struct HeaderError: Error, CustomStringConvertible {
    let description: String
  }

  let table: String
  let options: Options
  /// Told of each line that is left out.
  let onBadLine: (any Error) -> Void
  /// Told after some lines how many rows were read.
  let onProgress: (Int) -> Void

  /// Reads the file and inserts its rows, in one transaction.
  ///
  /// - Parameter open: Opens the file from its beginning; called twice where the table is made, for the types are found first.
  /// - Throws: ``CSVError``, ``LineError`` or ``HeaderError`` for the first bad line, and what the file and the database throw.
  ///   Nothing of the file is in the database then, and no table that was made for it.
  func run(into database: any Database, open: () throws -> some ByteSource) throws -> Summary {
    if options.createsTable {
      let (names, types) = try inferTypes(CSVReader(try open(), format: options.format))
      let columns = zip(names, types).map { "\(database.quoted($0)) \($1)" }
      try database.execute("CREATE TABLE \(database.quoted(table)) (\(columns.joined(separator: ", ")))")
    }
    do {
      var summary = Summary()
      try database.transaction { transaction in
        summary = try insert(CSVReader(try open(), format: options.format), into: transaction)
      }
      return summary
    } catch {
      // Not every database takes CREATE TABLE back with the transaction, so it stands before it.
      if options.createsTable { _ = try? database.execute("DROP TABLE \(database.quoted(table))") }
      throw error
    }
  }

  private func inferTypes(_ reader: CSVReader<some ByteSource>) throws -> (names: [String], types: [String]) {
    var reader = reader
    let names = try header(&reader)
    var inference = TypeInference(columns: names.count)
    var record = CSVRecord()
    while let hasRecord = try readGood(&reader, into: &record, onBadLine: { _ in }) {
      guard hasRecord else { continue }
      inference.observe(record)
    }
    return (names, inference.sqlTypes)
  }

  private func insert(_ reader: CSVReader<some ByteSource>, into database: any Database) throws -> Summary {
    var reader = reader
    let names = try header(&reader)
    let columns = names.map { database.quoted($0) }.joined(separator: ", ")
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    let statement = try database.prepare("INSERT INTO \(database.quoted(table)) (\(columns)) VALUES (\(marks))")

    var summary = Summary()
    var record = CSVRecord()
    var values: [Value] = []
    values.reserveCapacity(names.count)
    while let hasRecord = try readGood(&reader, into: &record, onBadLine: onBadLine) {
      do {
        guard hasRecord else {
          summary.skipped += 1
          continue
        }
        values.removeAll(keepingCapacity: true)
        for field in 0..<record.count { values.append(record.isNull(field) ? .null : .text(try record.text(field))) }
        try statement.execute(values)
        summary.rows += 1
      } catch let error as CSVError where options.skipsBadLines {
        summary.skipped += 1
        onBadLine(error)
      } catch let error as DatabaseError {
        let error = LineError(line: record.line, error: error)
        guard options.skipsBadLines, Self.isAboutTheLine(error.error) else { throw error }
        summary.skipped += 1
        onBadLine(error)
      }
      if summary.rows & 0xFF == 0 { onProgress(summary.rows) }
    }
    return summary
  }

  /// The next record: true, or false for a bad line that is to be left out; nil at the end.
  private func readGood(
    _ reader: inout CSVReader<some ByteSource>, into record: inout CSVRecord, onBadLine: (any Error) -> Void
  ) throws -> Bool? {
    do {
      return try reader.next(into: &record) ? true : nil
    } catch let error as CSVError where options.skipsBadLines && error.canContinue {
      onBadLine(error)
      return false
    }
  }

  private func header(_ reader: inout CSVReader<some ByteSource>) throws -> [String] {
    guard let record = try reader.next() else {
      throw HeaderError(description: "the file is empty; its first line must name the columns")
    }
    var names: [String] = []
    for field in 0..<record.count {
      let name = try record.text(field)
      if name.isEmpty { throw HeaderError(description: "line 1: column \(field + 1) has no name") }
      let lowercased = name.lowercased()
      if names.contains(where: { $0.lowercased() == lowercased }) {
        throw HeaderError(description: "line 1: two columns are called \(name)")
      }
      names.append(name)
    }
    reader.expectedFields = names.count
    return names
  }

  /// True where another line may still go through.
  private static func isAboutTheLine(_ error: DatabaseError) -> Bool {
    let kinds: [DatabaseError.Kind] = [.constraint, .typeMismatch, .outOfRange, .dataTooLong]
    return kinds.contains { $0.matches(error.kind) }
  }
}
