extension TableDescription {
  /// The names of the columns that `SELECT *` returns, in order.
  public var columnNames: [String] { columns.lazy.filter { !$0.isHidden }.map(\.name) }

  /// The names of the primary key's columns, in the key's order; empty without a primary key.
  public var primaryKeyNames: [String] { primaryKey }

  /// The names of the tables that this one refers to, each once, in ascending order, which is the same on every
  /// database.
  public var foreignKeyTableNames: [String] {
    Set(foreignKeys.map { SQLName($0.referencedTable.name) }).map(\.text).sorted()
  }

  /// The column with that name, or nil; an exact spelling takes precedence over one that differs in the case of ASCII
  /// letters.
  public func column(named name: String) -> ColumnDescription? {
    if let exact = columns.first(where: { $0.name.hasSameBytes(as: name) }) { return exact }
    let folded = name.foldedASCII
    return columns.first { $0.name.foldedASCII == folded }
  }
}

extension String {
  /// With ASCII's capital letters made small, and every other character unchanged: how databases compare column names.
  var foldedASCII: [UInt8] {
    utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}
