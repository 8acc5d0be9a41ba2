extension ForeignKey.Action: Codable {}

extension ForeignKey: Codable {
  private enum CodingKeys: CodingKey {
    case name, columns, referencedTable, referencedColumns, onUpdate, onDelete, isDeferred
  }

  /// Reads what was written; an action that is left out is ``Action/noAction``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decodeIfPresent(String.self, forKey: .name),
      columns: try container.decode([String].self, forKey: .columns),
      referencedTable: try container.decode(TableName.self, forKey: .referencedTable),
      referencedColumns: try container.list(.referencedColumns),
      onUpdate: try container.decodeIfPresent(Action.self, forKey: .onUpdate) ?? .noAction,
      onDelete: try container.decodeIfPresent(Action.self, forKey: .onDelete) ?? .noAction,
      isDeferred: try container.flag(.isDeferred))
  }

  /// Writes the columns of both tables, and whatever else is known.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encode(columns, forKey: .columns)
    try container.encode(referencedTable, forKey: .referencedTable)
    try container.encode(ifAny: referencedColumns, forKey: .referencedColumns)
    if onUpdate != .noAction { try container.encode(onUpdate, forKey: .onUpdate) }
    if onDelete != .noAction { try container.encode(onDelete, forKey: .onDelete) }
    try container.encode(ifTrue: isDeferred, forKey: .isDeferred)
  }
}
