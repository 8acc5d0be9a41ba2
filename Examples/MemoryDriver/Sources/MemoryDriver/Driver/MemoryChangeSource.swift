import ORDA

/// Where one governor's change events come from: the commits of the database that it shares with others.
final class MemoryChangeSource: ChangeSource {
  private let database: MemoryDatabase

  init(_ database: MemoryDatabase) { self.database = database }

  var coverage: ChangeCoverage { ChangeCoverage(reach: .everyone, means: "the database's commits") }

  func follow(_ interest: ChangeInterest, _ feed: ChangeFeed) throws(DatabaseError) {
    if interest.isNothing { return database.tell(self, nil) }
    // Every table is told of; the core tells nobody of one that nobody listens to.
    database.tell(self) { changes in
      let batch = changes.batch(for: self)
      if !batch.isEmpty { feed.publish(batch) }
    }
  }

  func identity(of table: TableName) -> TableName { TableName(name: table.name) }

  func catchUp() -> Bool {
    database.catchUp()
    return true
  }
}
