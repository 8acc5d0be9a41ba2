internal import ORDA

/// A write that is being put together on the main actor.
@MainActor
final class WritePlan {
  let number: Int
  private let mark: ChangeMark
  private(set) var objects: [AnyObject] = []
  private(set) var records: [DataRecord] = []
  /// What of each object is written.
  private(set) var columns: [ColumnSet] = []
  private var rows: [RowWrite] = []
  /// The places in ``rows`` of each statement's rows.
  private var places: [RowGroup: Int] = [:]
  /// Relationships come after all rows, so that what they refer to is there.
  private var links: [LinkWrite] = []
  private var others: [WriteStep] = []

  /// Rows that are written by one statement.
  private struct RowGroup: Hashable {
    let table: ObjectIdentifier
    let kind: RowWrite.Kind
    let columns: ColumnSet
  }

  init(_ store: DataStore) { (number, mark) = (store.nextWrite(), store.mark) }

  var isEmpty: Bool { rows.isEmpty && links.isEmpty && others.isEmpty }

  /// Takes an object in.
  ///
  /// - Returns: Its place in the write.
  func add(_ object: AnyObject, _ record: DataRecord, _ columns: ColumnSet) -> Int {
    record.lastWrite = number
    objects.append(object)
    records.append(record)
    self.columns.append(columns)
    return objects.count - 1
  }

  /// Adds a row: its key, and the values of the columns.
  func add(
    _ id: Value, _ values: [Value], _ columns: ColumnSet, as kind: RowWrite.Kind, owner: Int, of table: any ObjectTable
  ) {
    let group = RowGroup(table: ObjectIdentifier(table), kind: kind, columns: columns)
    let place = places[group] ?? rows.count
    if place == rows.count {
      places[group] = place
      rows.append(
        RowWrite(
          kind: kind, table: table.table, key: table.key, keyType: table.keyType, columns: table.names(of: columns),
          set: columns))
    }
    rows[place].values.append(id)
    rows[place].values += values
    rows[place].owners.append(owner)
  }

  /// Adds what an object is related to.
  func add(_ link: LinkWrite) { links.append(link) }

  /// Adds something else.
  func add(_ step: WriteStep) { others.append(step) }

  /// The write, of what was added.
  var write: Write {
    Write(number: number, mark: mark, steps: rows.map { .rows($0) } + links.map { .links($0) } + others)
  }
}

/// A write that is not over, with the objects that it is of.
struct PendingWrite {
  let objects: [AnyObject]
  let records: [DataRecord]
  let columns: [ColumnSet]
  /// The entity's name, of a write that is of no objects.
  let entity: String?
  /// Told what became of it.
  var ended: (@MainActor (WriteOutcome) -> Void)?
}
