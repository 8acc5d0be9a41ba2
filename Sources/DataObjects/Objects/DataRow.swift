public import ORDA

/// A fetched row, for the object made from it.
@MainActor
public struct DataRow {
  @usableFromInline let row: FetchedRow
  @usableFromInline let layout: RowPlaces
  @usableFromInline let reads: RowReads

  init(row: FetchedRow, layout: RowPlaces, reads: RowReads) {
    self.row = row
    self.layout = layout
    self.reads = reads
  }

  /// The row's key.
  ///
  /// - Throws: `DatabaseError` of kind `noSuchColumn` if a statement of the program's own does not give it, `typeMismatch`
  ///   if it is of another type.
  @inlinable
  public func uniqueID<ID: DataObjectID>(as type: ID.Type = ID.self) throws -> ID {
    guard let place = layout.key else { throw layout.keyIsMissing }
    return try row.get(place)
  }

  /// A column's value, by its name. The store does not set the column's property again.
  ///
  /// - Throws: `DatabaseError` of kind `noSuchColumn`, `typeMismatch` or `outOfRange`.
  @inlinable
  public func value<T: ColumnValue>(_ column: String, as type: T.Type = T.self) throws -> T {
    if let attribute = layout.attributes[column] {
      reads.note(attribute)
      if let place = layout.places[attribute] { return try row.get(place) }
    }
    return try row.get(column)
  }
}

/// The places of an entity's columns in the rows of one result.
@usableFromInline
final class RowPlaces: Sendable {
  let keyName: String
  @usableFromInline let key: Int?
  /// The attributes by their names.
  @usableFromInline let attributes: [String: Int]
  /// The place of each attribute in the rows; nil for those that the statement does not give.
  @usableFromInline let places: [Int?]

  init(keyName: String, key: Int?, attributes: [String: Int], places: [Int?]) {
    self.keyName = keyName
    self.key = key
    self.attributes = attributes
    self.places = places
  }

  @usableFromInline var keyIsMissing: DatabaseError {
    DatabaseError(.noSuchColumn, "the statement gives no column \(keyName), which tells the objects apart")
  }
}

/// What the initialiser of an object has read of its row.
@MainActor
@usableFromInline
final class RowReads {
  var columns = ColumnSet()

  @usableFromInline func note(_ column: Int) { columns.insert(column) }
}
