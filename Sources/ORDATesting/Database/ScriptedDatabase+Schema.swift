public import ORDA

extension ScriptedDatabase {
  /// The tables that the database describes: the results of `tables()` and `describe(_:)`, and the tables whose live
  /// rows `table(_:)` makes.
  public var descriptions: [TableDescription] {
    get { withScript { $0.descriptions } }
    set { withScript { $0.descriptions = newValue } }
  }

  func description(of table: TableName) -> TableDescription? {
    descriptions.first { $0.name.schema == table.schema && $0.name.name.lowercased() == table.name.lowercased() }
  }
}
