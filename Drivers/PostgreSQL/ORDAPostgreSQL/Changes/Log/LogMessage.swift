/// A message of the plug-in `pgoutput`, which writes out what the server's log has of each committed transaction.
enum LogMessage: Equatable, Sendable {
  /// A transaction begins; the log has all of it by now.
  case begin(transaction: UInt32)
  /// It ends.
  case commit(LoggedCommit)
  /// How the table is made whose rows follow.
  case relation(LoggedRelation)
  case insert(relation: UInt32, new: [LoggedCell])
  /// The row before is told only if its key changed, or if the table's replica identity is FULL.
  case update(relation: UInt32, old: LoggedRow?, new: [LoggedCell])
  case delete(relation: UInt32, old: LoggedRow)
  /// Tables were emptied.
  case truncate(relations: [UInt32])
  /// A program has left this text in the transaction.
  case text(prefix: String, content: String)
  /// What matters to nobody here: a type's name, and where a transaction came from.
  case other
}

/// The end of a transaction.
struct LoggedCommit: Equatable, Sendable {
  /// Where it ends in the log.
  var end: LogPosition
  /// When it was committed, in microseconds since 2000.
  var time: Int64
}

/// A row as it was before a change.
struct LoggedRow: Equatable, Sendable {
  /// False if only the columns of the replica identity are told.
  var isWhole: Bool
  var cells: [LoggedCell]
}

/// A column of a row.
enum LoggedCell: Equatable, Sendable {
  case null
  /// A long value that the change left as it was.
  case unchanged
  /// The value, as the server writes it.
  case text([UInt8])
}

/// A table, as it was when its rows were written.
struct LoggedRelation: Equatable, Sendable {
  struct Column: Equatable, Sendable {
    var name: String
    var type: UInt32
    /// True if it belongs to the replica identity, so that the row before a change has it.
    var isIdentifying: Bool
  }

  /// By what the server identifies the row before a change.
  enum Identity: UInt8, Sendable {
    case primaryKey = 0x64
    case nothing = 0x6E
    case full = 0x66
    case index = 0x69
  }

  var number: UInt32
  var schema: String
  var name: String
  var identity: Identity
  var columns: [Column]
}
