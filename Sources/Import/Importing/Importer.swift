package import ORDA

/// Inserts a file into a table: everything or nothing.
package struct Importer {
  /// What to do besides inserting.
  package struct Options {
    /// Makes the table, with types that fit the file's values.
    package var createsTable = false
    /// The columns of that table's primary key.
    package var primaryKey: [String] = []
    /// Skips what can't be read or stored, and goes on.
    package var skipsBadLines = false
    /// How long the transaction may take to begin, and to commit; nil for the database's limits.
    package var timeout: Duration?
    /// How long the transaction may take as a whole; nil for no limit.
    package var deadline: Duration?

    /// Inserts into a table that is there, and stops at the first bad line.
    package init() {}
  }

  /// What became of a file.
  package struct Summary: Equatable {
    package var rows = 0
    package var skipped = 0

    package init(rows: Int = 0, skipped: Int = 0) {
      self.rows = rows
      self.skipped = skipped
    }
  }

  private let table: String
  private let options: Options
  private let onBadLine: (any BadLine) -> Void
  private let onRecord: () throws -> Void

  /// An import into a table.
  ///
  /// - Parameters:
  ///   - onBadLine: Receives each line that is left out.
  ///   - onRecord: Called after each record; an error ends the import.
  package init(
    table: String, options: Options, onBadLine: @escaping (any BadLine) -> Void = { _ in },
    onRecord: @escaping () throws -> Void
  ) {
    self.table = table
    self.options = options
    self.onBadLine = onBadLine
    self.onRecord = onRecord
  }

  /// Reads the file and inserts its records, in one transaction.
  ///
  /// - Parameter open: Opens the file from its beginning; called twice if the table is made, since the types are found
  ///   first.
  /// - Throws: A ``BadLine``, ``HeaderError`` and what the file and the database throw; `alreadyExists` for a table to be made that is
  ///   there. Then nothing of the file is in the database, nor a table made for it.
  package func run(into database: any Governor, open: () throws -> any RecordSource) throws -> Summary {
    guard options.createsTable else {
      return try transaction(on: database) { try insert(open(), into: $0) }
    }
    // What another run left half done is out of the way first; and nobody waits for a large file to be read for nothing.
    try UnfinishedTables.clear([table], in: database)
    if try database.describe(TableName(name: table)) != nil {
      throw DatabaseError(.alreadyExists, "there is a table or view called \(table) already", table: table)
    }
    let create = try NewTable(name: table, inference: inferTypes(open()), primaryKey: options.primaryKey)
      .create(on: database.driverName)
    if database.capabilities.contains(.transactionalDDL) {
      return try transaction(on: database) { transaction in
        try transaction.execute(create)
        return try insert(open(), into: transaction)
      }
    }
    // CREATE TABLE would commit a transaction here, so it comes first and is undone by hand.
    let unfinished = try UnfinishedTables([table], in: database)
    var (made, summary): ([String], Summary?) = ([], nil)
    do {
      try unfinished.make(table, noting: &made) { _ = try database.execute(create) }
      try transaction(on: database) { transaction in
        try unfinished.finish(in: transaction)
        summary = try insert(open(), into: transaction)
      }
    } catch {
      switch unfinished.takeBack(made) {
      case .complete where summary != nil: break
      case .complete, .dropped(left: []): throw error
      case .dropped(let left): throw NotAsItWas(error: error, left: left, dropped: [])
      }
    }
    unfinished.remove()
    return summary ?? Summary()
  }

  private func transaction<R>(on database: any Governor, _ body: (Transaction) throws -> R) throws -> R {
    try database.transaction(timeout: options.timeout, deadline: options.deadline, body)
  }

  private func inferTypes(_ records: any RecordSource) throws -> TypeInference {
    // The header alone names columns, too.
    var inference = TypeInference(names: records.namesColumnsInEachRecord ? [] : records.columns)
    while true {
      do {
        guard try records.next() else { return inference }
        try records.observe(into: &inference)
      } catch let error as any BadLine where options.skipsBadLines && error.canContinue {
        // Reading the file for its records reports it.
      }
      try onRecord()
    }
  }

  /// Inserts the records into a table that is there, as part of a transaction.
  ///
  /// - Throws: Like ``run(into:open:)``.
  package func insert(_ records: any RecordSource, into transaction: Transaction) throws -> Summary {
    let statements = InsertStatements(table: table, transaction: transaction)
    let summary =
      try options.skipsBadLines
      ? insertOneByOne(records, statements) : Summary(rows: insertInBatches(records, statements))
    try continueKeys(in: transaction)
    return summary
  }

  /// The file may have brought keys along that the database would make. An account that may not change that still may import.
  private func continueKeys(in transaction: Transaction) throws {
    do {
      try transaction.continueKeys(of: TableName(name: table))
    } catch let error as DatabaseError where error.kind == .permission {}
  }

  /// Inserts runs of records with the same columns, each as one batch.
  private func insertInBatches(_ records: any RecordSource, _ statements: InsertStatements) throws -> Int {
    var statements = statements
    var rows = 0
    var hasMore = try records.next()
    if !hasMore, !records.namesColumnsInEachRecord {
      // A file with only a header has nothing to insert, but a missing table is still an error.
      _ = try statements.statement(for: records)
    }
    while hasMore {
      do {
        let run = RecordRun(records, onRecord: onRecord)
        do {
          let statement = try statements.statement(for: records)
          try statement.executeMany(run) { _, parameters in try records.bind(to: parameters) }
        } catch let error as DatabaseError {
          throw refusal(error, of: records, line: error.batchIndex.flatMap { run.line(of: $0) })
        }
        if let failure = run.failure { throw failure }
        rows += run.count
        hasMore = run.hasMore
      }
    }
    return rows
  }

  /// Inserts each record by itself, so that a refused one takes no other with it.
  private func insertOneByOne(_ records: any RecordSource, _ statements: InsertStatements) throws -> Summary {
    var statements = statements
    var summary = Summary()
    while true {
      do {
        guard try records.next() else { return summary }
        let values = try records.values()
        do {
          try statements.statement(for: records).execute(Parameters(values: values))
        } catch let error as DatabaseError {
          throw refusal(error, of: records)
        }
        summary.rows += 1
      } catch let error as any BadLine where error.canContinue {
        summary.skipped += 1
        onBadLine(error)
      }
      try onRecord()
    }
  }

  /// The database's error with the line, by default the current one, if other lines may still go through; otherwise the
  /// error itself.
  private func refusal(_ error: DatabaseError, of records: any RecordSource, line: Int? = nil) -> any Error {
    var kinds: [DatabaseError.Kind] = [.constraint, .typeMismatch, .outOfRange, .dataTooLong]
    if records.namesColumnsInEachRecord { kinds.append(.noSuchColumn) }
    guard kinds.contains(where: { $0.matches(error.kind) }) else { return error }
    return RefusedLine(line: line ?? records.line, error: error)
  }
}
