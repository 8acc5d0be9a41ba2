internal import ORDA

/// What is written in one transaction: it is put together on the main actor, of values alone, and done by the queue.
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
    /// Inserted, or updated where they are there.
    case upsert
    /// Inserted where they are not there.
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
  /// What of an object this is.
  let set: ColumnSet
  /// Of each row the key, and the values of the columns.
  var values: [Value] = []
  /// Of each row the place of its object in the write.
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

/// Rows that go, and what related them to others.
struct Deletion: Sendable {
  let table: TableName
  let key: String
  let ids: [Value]
  let lookups: [LookupTable]
  /// Where the rows are kept, for them to come back.
  var kept: KeptRows?
}

/// A change of many rows by one statement.
struct BulkUpdate: Sendable {
  let statement: SQL
  /// Which of the live objects' rows it meets: asked before.
  let question: SQL?
  /// Where what it sets is kept as it was.
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

/// What became of a write.
struct WriteOutcome: Sendable {
  /// Objects that could not be written: the object's place, the columns, and why not.
  var failures: [(owner: Int, columns: ColumnSet, error: any Error)] = []
  /// The places of objects whose rows were gone.
  var missing: [Int] = []
  /// The keys of the rows that a bulk update has met.
  var met: [Value] = []
  /// True if it was written a second time, since it was not known whether it had been the first time.
  var isRepeated = false
  /// Why nothing was written.
  var error: (any Error)?
}
