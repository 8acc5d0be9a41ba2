import ORDA

extension ConformanceRun {
  /// A table of numbers, which is empty.
  func emptyNumbers() throws -> ConformanceTable { try table(.required("n", .int), primaryKey: ["n"]) }

  /// The same, without blocking the task's thread.
  func emptyNumbers() async throws -> ConformanceTable { try await onThread { try self.emptyNumbers() } }

  /// An empty table of numbers, made by another governor.
  func emptyNumbers(on governor: any Governor) throws -> ConformanceTable {
    let table = reserve()
    try governor.create(
      TableDefinition(name: TableName(name: table.name), columns: [.required("n", .int)], primaryKey: ["n"]))
    return table
  }

  /// The same, without blocking the task's thread.
  func emptyNumbers(on governor: any Governor) async throws -> ConformanceTable {
    try await onThread { try self.emptyNumbers(on: governor) }
  }

  /// A table with one row, whose column `n` is 0: a counter.
  func counter() throws -> ConformanceTable {
    let table = try table(.required("id", .int), .required("n", .int), primaryKey: ["id"])
    try db.execute("INSERT INTO \(table) (id, n) VALUES (1, 0)")
    return table
  }

  /// The same, without blocking the task's thread.
  func counter() async throws -> ConformanceTable { try await onThread { try self.counter() } }

  /// The numbers in a table, in order.
  func contents(of table: ConformanceTable, on executor: (any SQLExecutor)? = nil) throws -> [Int] {
    try (executor ?? db).query(Int.self, "SELECT n FROM \(table) ORDER BY n")
  }

  /// The same, awaited, on the run's own governor.
  func contents(of table: ConformanceTable) async throws -> [Int] {
    try await db.query(Int.self, "SELECT n FROM \(table) ORDER BY n")
  }

  /// The same, in an awaited transaction.
  func contents(of table: ConformanceTable, on transaction: AsyncTransaction) async throws -> [Int] {
    try await transaction.query(Int.self, "SELECT n FROM \(table) ORDER BY n")
  }

  /// How many rows a table has.
  func count(_ table: ConformanceTable, on executor: (any SQLExecutor)? = nil) throws -> Int? {
    try (executor ?? db).first(Int.self, "SELECT COUNT(*) FROM \(table)")
  }

  /// The same, awaited, on the run's own governor.
  func count(_ table: ConformanceTable) async throws -> Int? {
    try await db.first(Int.self, "SELECT COUNT(*) FROM \(table)")
  }
}
