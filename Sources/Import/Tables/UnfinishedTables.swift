package import ORDA

/// Tables that a run makes and has not filled yet, noted in the database itself.
///
/// If making a table can't be undone, a process that dies leaves empty ones. From the note, the next run that wants to
/// make them knows that it may drop them.
///
/// Each note is a separate table, so that parallel runs don't collide. Its rows are the names of the tables. The
/// transaction that fills the tables deletes them, so a note is empty exactly when its tables are complete. Before
/// dropping what a note names, rename the note: the run that it belonged to then leaves the tables alone.
package struct UnfinishedTables {
  private static let prefix = "orda_unfinished_"
  private let database: any Governor
  private let names: [String]
  private let note: String

  /// Whether a table is such a note.
  package static func isNote(_ table: String) -> Bool { table.hasPrefix(prefix) }

  /// Notes that tables will be made.
  ///
  /// - Throws: `DatabaseError`.
  package init(_ names: [String], in database: any Governor) throws {
    var attempts = 1
    while true {
      let note = Self.newName()
      try database.execute("CREATE TABLE \(identifier: note) (place INTEGER PRIMARY KEY, name BLOB)")
      do {
        try database.prepare("INSERT INTO \(identifier: note) (place, name) VALUES (?, ?)").executeMany(
          names.enumerated().map { Parameters(values: [Value.int(Int64($0)), Value.bytes(Array($1.utf8))]) })
        (self.database, self.names, self.note) = (database, names, note)
        return
      } catch let error as DatabaseError where error.kind == .noSuchTable && attempts < 10 {
        // Another run saw it before it contained a name, and took it for finished.
        attempts += 1
      } catch {
        Self.remove(note, in: database)
        throw error
      }
    }
  }

  private static func newName() -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    return prefix + String(repeating: "0", count: 16 - number.count) + number
  }

  /// Makes a table, which belongs to the run from then on, even if the answer was lost.
  package func make(_ name: String, noting made: inout [String], _ body: () throws -> Void) throws {
    made.append(name)
    do {
      try body()
    } catch let error as DatabaseError where !DatabaseError.Kind.connectionLost.matches(error.kind) {
      made.removeLast()
      throw error
    }
  }

  // MARK: The run's end

  /// Notes that the tables are complete once this transaction is committed. Call it first, so that other runs wait for
  /// the transaction's end.
  ///
  /// - Throws: ``TakenOver``, `DatabaseError`.
  package func finish(in transaction: Transaction) throws {
    do {
      let count = try transaction.execute("DELETE FROM \(identifier: note)").changed
      guard count == names.count else { throw TakenOver() }
    } catch let error as DatabaseError where error.kind == .noSuchTable {
      throw TakenOver()
    }
  }

  /// Removes the note, since the tables are complete or were not made. If that fails, the next run removes it.
  package func remove() { Self.remove(note, in: database) }

  private static func remove(_ note: String, in database: any Governor) {
    _ = try? database.execute("DROP TABLE IF EXISTS \(identifier: note)")
  }

  /// How a failed run left its tables.
  package enum Ending: Equatable {
    /// They are complete: the commit succeeded, though its answer never arrived.
    case complete
    /// They are gone, except those that could not be dropped.
    case dropped(left: [String])
  }

  /// Drops the tables that a failed run has made. The connection that made them may be gone.
  package func takeBack(_ made: [String]) -> Ending {
    do {
      guard let taken = try Self.take(note, in: database) else { return .complete }
      let left = try Self.drop(made, in: database) { _, _ in true }
      if left.isEmpty { Self.remove(taken.note, in: database) }
      return .dropped(left: left)
    } catch let error as DatabaseError where error.kind == .noSuchTable {
      // They belong to another run now.
      return .dropped(left: [])
    } catch {
      return .dropped(left: made)
    }
  }

  // MARK: What another run left

  /// Drops the tables that earlier runs made and never filled, if one of them is wanted.
  ///
  /// Waits for a run that is filling them.
  ///
  /// - Throws: `DatabaseError`.
  package static func clear(_ wanted: some Sequence<String>, in database: any Governor) throws {
    if database.capabilities.contains(.transactionalDDL) { return }
    let wanted = Set(wanted.map { $0.lowercased() })
    for note in try database.tables().map(\.name) where isNote(note) {
      do {
        let names = try Self.names(in: note, on: database, locking: false)
        if names.isEmpty {
          remove(note, in: database)
          continue
        }
        guard names.contains(where: { wanted.contains($0.lowercased()) }) else { continue }
        guard let taken = try take(note, in: database) else { continue }
        let left = try drop(taken.names, in: database) { connection, name in
          // Somebody has used it since.
          try connection.first("SELECT 1 FROM \(identifier: name) LIMIT 1") == nil
        }
        if left.isEmpty { remove(taken.note, in: database) }
      } catch let error as DatabaseError where error.kind == .noSuchTable {
        // Its own run, or another, has dealt with it meanwhile.
      }
    }
  }

  /// Takes over a note, once no transaction holds it; nil if its tables are complete.
  private static func take(_ note: String, in database: any Governor) throws -> (note: String, names: [String])? {
    let locks = database.capabilities.contains(.rowLocks)
    let names = try database.transaction { try Self.names(in: note, on: $0, locking: locks) }
    if names.isEmpty {
      remove(note, in: database)
      return nil
    }
    let taken = newName()
    try database.execute("ALTER TABLE \(identifier: note) RENAME TO \(identifier: taken)")
    return (taken, names)
  }

  private static func names(in note: String, on executor: any SQLExecutor, locking: Bool) throws -> [String] {
    let lock: SQL = locking ? " FOR UPDATE" : ""
    let rows = try executor.query("SELECT name FROM \(identifier: note) ORDER BY place\(sql: lock)").rows
    return try rows.map { String(decoding: try $0.get(0, as: [UInt8].self), as: UTF8.self) }
  }

  /// Drops tables, first those that refer to others.
  ///
  /// - Returns: Those that still exist, though they should not.
  private static func drop(
    _ names: [String], in database: any Governor, where isWanted: (Connection, String) throws -> Bool
  ) throws -> [String] {
    try database.withConnection { connection in
      try connection.restoring {
        try names.reversed().filter { name in
          do {
            if try isWanted(connection, name) { try connection.execute("DROP TABLE IF EXISTS \(identifier: name)") }
            return false
          } catch let error as DatabaseError where error.kind == .noSuchTable {
            return false
          } catch let error as DatabaseError where DatabaseError.Kind.connectionLost.matches(error.kind) {
            throw error
          } catch {
            return true
          }
        }
      }
    }
  }
}

/// Another run has taken over this one's tables.
package struct TakenOver: Error, CustomStringConvertible {
  package var description: String { "another run has taken over the tables that this one made" }
}
