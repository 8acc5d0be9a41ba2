public import ORDA

extension ScriptedDatabase {
  /// The tables that the database tells of: what `tables()` and `describe(_:)` give, and what `table(_:)` makes live rows of.
  public var descriptions: [TableDescription] {
    get { withScript { $0.descriptions } }
    set { withScript { $0.descriptions = newValue } }
  }

  func description(of table: TableName) -> TableDescription? {
    descriptions.first { $0.name.schema == table.schema && $0.name.name.lowercased() == table.name.lowercased() }
  }
}
