internal import ORDA

extension GovernorShelfStore {
  /// How often a transaction that collided with others, or a plan made invalid by others' changes, is tried again.
  static let tries = 10

  /// Does all of the writes, in one transaction, or none.
  public func write(_ writes: [ShelfWrite]) async throws -> ShelfWriteOutcome {
    let opened = try await opened()
    if writes.isEmpty { return .written([]) }
    return try await planning(opened.numbers) {
      var plan = try await plan(writes, opened)
      do {
        return try await run(plan, opened)
      } catch WriteTransaction.Outdated.notNew {
        plan.looksFirst = true
        return try await run(plan, opened)
      }
    }
  }

  /// Makes a plan and carries it out, and again if others have meanwhile changed what it was based on.
  func planning<R>(_ numbers: TypeNumbers, _ body: () async throws -> R) async throws -> R {
    var left = Self.tries
    while true {
      do {
        return try await body()
      } catch WriteTransaction.Outdated.type(let number) where left > 0 {
        left -= 1
        if try await numbers.load().types[number] == nil { throw ShelfError.missingType(number) }
      } catch WriteTransaction.Outdated.object where left > 0 {
        left -= 1
      }
    }
  }

  private func run(_ plan: WritePlan, _ opened: Opened) async throws -> ShelfWriteOutcome {
    // Existing rows are locked. Missing ones can't be, except by a lock on the whole gap between rows, which blocks
    // everybody who inserts something. So that lock is taken only if a write relies on it.
    let isolation = plan.needsAbsence ? Isolation.serializable : .readCommitted
    do {
      return try await db.transaction(retrying: Self.tries, isolation: isolation, mark: mark) {
        transaction throws -> ShelfWriteOutcome in
        do {
          return try WriteTransaction(plan, opened.statements).run()
        } catch let error as DatabaseError where DatabaseError.Kind.constraint(.unique).matches(error.kind) {
          // Somebody else has inserted the same object since it was found missing.
          throw DatabaseError(.serialization, "the object was made by somebody else meanwhile")
        }
      }
    } catch let refused as WriteTransaction.Refused {
      return refused.outcome
    }
  }

  /// Deletes all objects.
  public func wipe() async throws {
    _ = try await opened()
    // Between the statements nobody may insert an object, whose keys would then be deleted without it.
    try await db.transaction(retrying: Self.tries, isolation: .serializable, mark: mark) { [tables] transaction in
      try transaction.execute("DELETE FROM \(tables.objects)")
      try transaction.execute("DELETE FROM \(tables.keys)")
      try transaction.execute("DELETE FROM \(tables.references)")
      try transaction.execute("DELETE FROM \(tables.binaries)")
    }
  }
}

extension ShelfError {
  /// A number in an object's row has no entry.
  static func missingType(_ number: Int64) -> ShelfError {
    .damaged("an object's type has the number \(number), and no row tells what it stands for")
  }
}
