internal import ORDA

/// What is written in one transaction: assembled on the main actor, from values alone, and run by the queue.
struct Write: Sendable {
  /// Its place among the store's writes, from 1.
  let number: Int
  let mark: ChangeMark
  var steps: [WriteStep] = []
}

/// One part of a write.
enum WriteStep: Sendable {
  case rows(RowWrite)
  case links(LinkWrite)
  case deletion(Deletion)
  /// A statement, and a query before it that finds the rows it will affect.
  case statement(BulkUpdate)
  /// Rows that an earlier write has deleted.
  case insertion(KeptRows)
  /// Columns that an earlier write has set.
  case reversal(KeptRows)
}

/// Rows of one table, each with a value for the same columns.
struct RowWrite: Sendable {
  enum Kind: Sendable, Hashable {
    /// Inserted, or updated if they exist.
    case upsert
    /// Inserted unless they exist.
    case insertion
    /// Updated.
    case update
  }

  let kind: Kind
  let table: TableName
  let key: String
  let keyType: any DataObjectID.Type
  /// The columns besides the key.
  let columns: [String]
  /// The object's columns that these are.
  let set: ColumnSet
  /// The key of each row, followed by the values of its columns.
  var values: [Value] = []
  /// The place of each row's object in the write.
  var owners: [Int] = []

  var width: Int { columns.count + 1 }
  var count: Int { owners.count }

  func id(_ row: Int) -> Value { values[row * width] }
}

/// An object's relationship: written again as a whole.
struct LinkWrite: Sendable {
  let lookup: LookupTable
  let parent: Value
  let children: [Value]
  let column: Int
  let owner: Int
  let childType: any DataObjectID.Type
}

/// Rows to delete, and what relates them to others.
struct Deletion: Sendable {
  let table: TableName
  let key: String
  let ids: [Value]
  let lookups: [LookupTable]
  /// Keeps the rows so that they can come back.
  var kept: KeptRows?
}

/// A change of many rows by one statement.
struct BulkUpdate: Sendable {
  let statement: SQL
  /// Asks beforehand which live objects' rows are affected.
  let question: SQL?
  /// Keeps the old values.
  var keeping: Keeping?

  /// What a bulk update sets, and in which rows.
  struct Keeping: Sendable {
    var rows: KeptRows
    let table: TableName
    /// The key first.
    let columns: [String]
    let condition: SQL
  }
}

/// The outcome of a write.
struct WriteOutcome: Sendable {
  /// Objects that could not be written: the object's place, the columns, and why not.
  var failures: [(owner: Int, columns: ColumnSet, error: any Error)] = []
  /// The places of objects whose rows were gone.
  var missing: [Int] = []
  /// The keys of the rows that a bulk update has met.
  var met: [Value] = []
  /// True if it was written twice, because the outcome of the first time was unknown.
  var isRepeated = false
  /// Why nothing was written.
  var error: (any Error)?
}
