internal import Foundation
package import ORDA

/// Passes on the changes that a test reports.
package final class ScriptedChangeSource: ChangeSource, @unchecked Sendable {
  // Proof: `feed` and `followed` are touched only under `lock`.
  private let lock = NSLock()
  private var feed: ChangeFeed?
  private var followed = ChangeInterest.nothing
  package let tellsCascades: Bool

  package init(tellsCascades: Bool = true) { self.tellsCascades = tellsCascades }

  package var coverage: ChangeCoverage { ChangeCoverage(reach: .everyone, means: "a test") }

  package func follow(_ interest: ChangeInterest, _ feed: ChangeFeed) throws(DatabaseError) {
    locked {
      followed = interest
      self.feed = interest.isNothing ? nil : feed
    }
  }

  package func identity(of table: TableName) -> TableName {
    TableName(schema: table.schema, name: table.name.lowercased())
  }

  /// What is followed now.
  package var interest: ChangeInterest { locked { followed } }

  package func tell(_ batch: ChangeBatch) { locked { feed }?.publish(batch) }

  private func locked<R>(_ body: () -> R) -> R {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }
}
