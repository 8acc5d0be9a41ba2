import ORDA

extension ConformanceRun {
  /// A table of members with the rows 1 to 3: a key, a unique address, a required name, and two numbers.
  func members() throws -> ConformanceTable {
    let table = try table(
      .required("id", .int), .column("address", .text(maximum: 40)), .required("name", .text(maximum: 20)),
      .column("n", .int), .column("m", .int), primaryKey: ["id"], unique: [["address"]])
    for (id, name) in [(1, "Ann"), (2, "Bob"), (3, "Cid")] {
      try db.execute(
        "INSERT INTO \(table) (id, address, name, n, m) VALUES (?, ?, ?, ?, ?)", id, "a\(id)", name, id * 10, id * 100)
    }
    return table
  }

  /// The same, without blocking the task's thread.
  func members() async throws -> ConformanceTable { try await onThread { try self.members() } }

  /// The contents of the table of members, a text for each row.
  func members(in table: ConformanceTable) throws -> [String] {
    try db.query((Int, String?, String, Int?, Int?).self, "SELECT id, address, name, n, m FROM \(table) ORDER BY id")
      .map {
        "\($0.0) \($0.1 ?? "-") \($0.2) \($0.3.map { "\($0)" } ?? "-") \($0.4.map { "\($0)" } ?? "-")"
      }
  }

  /// The same, without blocking the task's thread.
  func members(in table: ConformanceTable) async throws -> [String] {
    try await onThread { try self.members(in: table) }
  }

  /// The initial contents of ``members()``.
  var firstMembers: [String] { [ann, bob, cid] }
  var ann: String { "1 a1 Ann 10 100" }
  var bob: String { "2 a2 Bob 20 200" }
  var cid: String { "3 a3 Cid 30 300" }
}

extension ConformanceTable {
  /// The name, for calls that take one.
  var tableName: TableName { TableName(name: name) }
}

/// A member as a program has it.
struct Member: Codable, Sendable {
  var id: Int
  var address: String?
  var name: String
  var n: Int?
}
