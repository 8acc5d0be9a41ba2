internal import Logging

/// Those who want to know the outcome of an open transaction.
///
/// A savepoint decides nothing finally: what was kept at its end may be undone with the next one further out. So
/// everybody is informed at the end of the whole, in the order of registration, including those whose savepoint was
/// undone before. They are called after the connection was returned, since they may use the governor.
final class TransactionEnds: TransactionParticipant {
  /// Called with the outcome.
  typealias Observer = @Sendable (TransactionOutcome) throws -> Void

  fileprivate struct Waiting {
    let observer: Observer
    var depth: Int
    var isUndone = false
  }

  private let connection: PooledConnection
  private let logger: Logger
  private var waiting: [Waiting] = []

  init(on connection: PooledConnection, logger: Logger) {
    self.connection = connection
    self.logger = logger
  }

  func add(_ observer: @escaping Observer, depth: Int) { waiting.append(Waiting(observer: observer, depth: depth)) }

  func keep(downTo depth: Int) { depth == 0 ? end(.committed) : leave(to: depth, isUndone: false) }

  func undo(downTo depth: Int, _ outcome: TransactionOutcome) {
    // Going back to a savepoint does not undo what a statement has committed.
    depth == 0 ? end(outcome) : leave(to: depth, isUndone: outcome == .rolledBack)
  }

  private func leave(to depth: Int, isUndone: Bool) {
    for index in waiting.indices.reversed() {
      // Depths never decrease, except for those that were undone.
      guard waiting[index].depth > depth else { continue }
      waiting[index].depth = depth
      if isUndone { waiting[index].isUndone = true }
    }
  }

  private func end(_ outcome: TransactionOutcome) {
    let told = waiting.map { (observer: $0.observer, outcome: $0.outcome(of: outcome)) }
    waiting = []
    connection.afterGivingBack { [logger] in
      for one in told {
        do {
          try one.observer(one.outcome)
        } catch {
          logger.warning(
            "what was to be done at a transaction's end has failed",
            metadata: ["outcome": "\(one.outcome)", "error": "\(error)"])
        }
      }
    }
  }
}

extension TransactionEnds.Waiting {
  /// The outcome of this part, given that of the whole.
  fileprivate func outcome(of whole: TransactionOutcome) -> TransactionOutcome {
    whole != .rolledBack && isUndone ? .undoneWithSavepoint : whole
  }
}

extension LeaseScope {
  /// Registers an observer of the open transaction's outcome.
  func atEnd(_ observer: @escaping TransactionEnds.Observer) throws(DatabaseError) {
    try checkUsable()
    let ends = participants.lazy.compactMap { $0 as? TransactionEnds }.first ?? newEnds()
    ends.add(observer, depth: depth)
  }

  private func newEnds() -> TransactionEnds {
    let ends = TransactionEnds(on: connection, logger: governor.settings.logger)
    participants.append(ends)
    return ends
  }
}
