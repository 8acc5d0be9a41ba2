import ORDA

/// A statement that fails on every database, with values that must not be revealed.
struct Provocation: Sendable {
  /// A bound text.
  static let secret = "xyzzy-plugh"
  /// A bound number.
  static let secretNumber = 271_828_182

  let kind: DatabaseError.Kind
  let provoke: @Sendable (any SQLExecutor) throws -> Void

  init(_ kind: DatabaseError.Kind, _ provoke: @escaping @Sendable (any SQLExecutor) throws -> Void) {
    self.kind = kind
    self.provoke = provoke
  }
}

extension ConformanceRun {
  /// One statement for each kind of error that can be provoked on this database, on tables made for it.
  func provocations() throws -> [Provocation] {
    let checks =
      capabilities.contains(.checkConstraints)
      ? [CheckConstraint(name: "kit_below", expression: "id < 1000000000")] : []
    let table = try table(
      .required("id", .int), .required("name", .text(maximum: 20)), primaryKey: ["id"], unique: [["name"]],
      checks: checks)
    let insert: SQL = "INSERT INTO \(table) (id, name) VALUES (?, ?)"
    let (secret, number) = (Provocation.secret, Provocation.secretNumber)
    try db.execute(insert, number, secret)
    let missing = reserve()
    var all = [
      Provocation(.constraint(.unique)) { try $0.execute(insert, 1, secret) },
      Provocation(.constraint(.primaryKey)) { try $0.execute(insert, number, "other") },
      Provocation(.constraint(.notNull)) { try $0.execute(insert, number + 1, nil) },
      Provocation(.noSuchTable) { try $0.execute("DELETE FROM \(missing) WHERE n = ?", number) },
      Provocation(.noSuchColumn) { try $0.execute("SELECT nowhere FROM \(table) WHERE name = ?", secret) },
      Provocation(.syntax) { try $0.execute("DELET FROM \(table) WHERE name = ?", secret) },
      Provocation(.misuse) { try $0.execute("DELETE FROM \(table) WHERE id = ?", number, secret) },
      Provocation(.typeMismatch) { _ = try $0.query(Int.self, "SELECT name FROM \(table)") },
    ]
    if capabilities.contains(.checkConstraints) {
      all.append(Provocation(.constraint(.check)) { try $0.execute(insert, 2_000_000_000, secret + "?") })
    }
    guard capabilities.contains(.foreignKeys) else { return all }
    let reference = ForeignKey(
      columns: ["n"], referencedTable: TableName(name: table.name), referencedColumns: ["id"], onUpdate: .restrict,
      onDelete: .restrict)
    let child = try self.table(.column("n", .int), foreignKeys: [reference])
    return all + [
      Provocation(.constraint(.foreignKey)) { try $0.execute("INSERT INTO \(child) (n) VALUES (?)", number + 2) }
    ]
  }
}
