import ORDA

/// The second process: another governor of the database, which writes by statements and by entries of its own.
struct LiveSecondProcess {
  let db: any Governor
  let table: any Table
  let numbers = Numbers(from: 1_000_000_000)

  init(url: String) throws {
    db = try ORDA.open(url)
    table = try db.table(TableName(name: StressTable.name))
  }

  func run(for time: Duration) async throws {
    let end = ContinuousClock.now + time
    try await withThrowingTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          while ContinuousClock.now < end {
            do { try await step() } catch  where LiveStress.isExpected(error) {}
          }
        }
      }
      try await group.waitForAll()
    }
    try await db.close()
  }

  private func step() async throws {
    let (id, number) = (Int.random(in: 1...StressTable.rows), numbers.next())
    switch Int.random(in: 0..<10) {
    case 0..<4: try await db.execute("UPDATE orda_stress SET n = ?, word = ? WHERE id = ?", number, "second", id)
    case 4: try await db.execute("UPDATE orda_stress SET n = n + 1 WHERE id BETWEEN ? AND ?", id, id + 5)
    case 5: try await table.entry(id)?.set("n", to: number)
    case 6: try await db.execute("DELETE FROM orda_stress WHERE id = ?", id)
    case 7: try await db.execute("INSERT INTO orda_stress (id, n, word) VALUES (?, ?, 'made')", id, number)
    case 8:
      try await db.transaction { tx in
        try tx.execute("UPDATE orda_stress SET n = ?, word = 'undone' WHERE id = ?", -number, id)
        throw Undone()
      }
    default:
      try await db.transaction { tx in
        try tx.execute("UPDATE orda_stress SET n = ? WHERE id = ?", number, id)
        try tx.execute("UPDATE orda_stress SET word = 'twice' WHERE id = ?", id)
      }
    }
    try await Task.sleep(for: .milliseconds(1))
  }
}
