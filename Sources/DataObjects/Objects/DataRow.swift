public import ORDA

/// A fetched row, for the object made from it.
@MainActor
public struct DataRow {
  let row: FetchedRow
  let layout: RowPlaces
  let reads: RowReads

  /// The row's key.
  ///
  /// - Throws: `DatabaseError` of kind `noSuchColumn` if a statement of the program's own does not give it, `typeMismatch`
  ///   if it is of another type.
  public func uniqueID<ID: DataObjectID>(as type: ID.Type = ID.self) throws -> ID {
    guard let place = layout.key else {
      throw DatabaseError(
        .noSuchColumn, "the statement gives no column \(layout.keyName), which tells the objects apart")
    }
    return try row.get(place)
  }

  /// A column's value, by its name. The store does not set the column's property again.
  ///
  /// - Throws: `DatabaseError` of kind `noSuchColumn`, `typeMismatch` or `outOfRange`.
  public func value<T: ColumnValue>(_ column: String, as type: T.Type = T.self) throws -> T {
    if let attribute = layout.attributes[column] {
      reads.columns.insert(attribute)
      if let place = layout.places[attribute] { return try row.get(place) }
    }
    return try row.get(column)
  }
}

/// The places of an entity's columns in the rows of one result.
struct RowPlaces: Sendable {
  let keyName: String
  let key: Int?
  /// The attributes by their names.
  let attributes: [String: Int]
  /// The place of each attribute in the rows; nil for those that the statement does not give.
  let places: [Int?]
}

/// What the initialiser of an object has read of its row.
@MainActor
final class RowReads {
  var columns = ColumnSet()
}
