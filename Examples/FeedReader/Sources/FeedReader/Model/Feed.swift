import DataObjects

/// A site whose articles are read.
@MainActor
final class Feed: DataObject {
  let record = DataRecord()
  /// Its address.
  let uniqueID: String
  @Stored var title = ""

  init(address: String) { uniqueID = address }

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}
