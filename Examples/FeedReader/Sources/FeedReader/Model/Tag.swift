import DataObjects

/// A word that the user gives to articles. Two that differ only in capitals are one.
@MainActor
final class Tag: DataObject {
  let record = DataRecord()
  let uniqueID: String
  @Stored var name = ""

  init(_ name: String) {
    uniqueID = name.lowercased()
    self.name = name
  }

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}
