internal import ORDA

/// A write that is being assembled on the main actor.
@MainActor
final class WritePlan {
  let number: Int
  private let mark: ChangeMark
  private(set) var objects: [AnyObject] = []
  private(set) var records: [DataRecord] = []
  /// The columns that are written of each object.
  private(set) var columns: [ColumnSet] = []
  private var rows: [RowWrite] = []
  /// The places in ``rows`` of each statement's rows.
  private var places: [RowGroup: Int] = [:]
  private var last: (group: RowGroup, place: Int)?
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

  var isEmpty: Bool { rows.allSatisfy { $0.count == 0 } && links.isEmpty && others.isEmpty }

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

  /// Adds a row: its key, followed by the values that a closure appends. If the closure throws, nothing is added.
  func add(
    _ id: Value, _ columns: ColumnSet, as kind: RowWrite.Kind, owner: Int, of table: any ObjectTable,
    _ append: (inout [Value]) throws -> Void
  ) throws {
    let place = place(of: RowGroup(table: ObjectIdentifier(table), kind: kind, columns: columns), in: table)
    let count = rows[place].values.count
    rows[place].values.append(id)
    do { try append(&rows[place].values) } catch {
      rows[place].values.removeSubrange(count...)
      throw error
    }
    rows[place].owners.append(owner)
  }

  /// The values of the columns of the row that was added last.
  func lastValues(of count: Int) -> ArraySlice<Value> { last.map { rows[$0.place].values.suffix(count) } ?? [] }

  /// Most objects of a turn change in the same columns, so the group is usually that of the previous object.
  private func place(of group: RowGroup, in table: any ObjectTable) -> Int {
    if let last, last.group == group { return last.place }
    let place = places[group] ?? rows.count
    if place == rows.count {
      places[group] = place
      rows.append(
        RowWrite(
          kind: group.kind, table: table.table, key: table.key, keyType: table.keyType,
          columns: table.names(of: group.columns), set: group.columns))
    }
    last = (group, place)
    return place
  }

  /// Adds what an object is related to.
  func add(_ link: LinkWrite) { links.append(link) }

  /// Adds something else.
  func add(_ step: WriteStep) { others.append(step) }

  /// The write, of what was added.
  var write: Write {
    let rows = rows.filter { $0.count > 0 }
    return Write(
      number: number, mark: mark, steps: rows.map { .rows($0) } + links.map { .links($0) } + others)
  }
}

/// An unfinished write, with its objects.
struct PendingWrite {
  let objects: [AnyObject]
  let records: [DataRecord]
  let columns: [ColumnSet]
  /// The entity's name, for a write without objects.
  let entity: String?
  /// Called with its outcome.
  var ended: (@MainActor (WriteOutcome) -> Void)?
}
