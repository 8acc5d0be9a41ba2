internal import ORDA

extension SQLiteSchemaDialect {
  /// SQLite takes the key by name, and checks it before all others.
  func upsert(_ upsert: Upsert) -> SQL? {
    let key = upsert.key.map { "\(identifier: $0)" as SQL }.joined(separator: ", ")
    let conflict: SQL = "\(upsert.insertion) ON CONFLICT (\(key)) DO "
    if upsert.updating.isEmpty { return conflict + "NOTHING" }
    let values = upsert.updating.map { "\(identifier: $0) = excluded.\(identifier: $0)" as SQL }
    return "\(conflict)UPDATE SET \(values.joined(separator: ", "))"
  }
}
