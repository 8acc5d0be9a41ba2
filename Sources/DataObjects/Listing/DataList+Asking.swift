internal import ORDA
internal import ORDAThreads

/// Asking the database which objects the list has, one query at a time: changes in between lead to another.
extension DataList {
  /// Asks the database again, and returns when the list shows a state after the call.
  ///
  /// For what the list can't follow: conditions on tables outside the model, on the time, or on what a function reads.
  ///
  /// - Throws: ``DataStoreError`` and `DatabaseError`; the list is as it was then.
  public func refresh() async throws {
    if isClosed { throw DataStoreError.closed }
    try await withCheckedThrowingContinuation { waiter in
      ask()
      waiters.append((asked, waiter))
    }
  }

  func ask() {
    asked += 1
    if isAsking { return }
    isAsking = true
    // Detached: a transaction that is open in the caller's task is not the list's.
    Task.detached { [weak self] in
      while await self?.answerNext() ?? false {}
    }
  }

  /// Answers the latest question.
  ///
  /// - Returns: Whether there was one.
  private func answerNext() async -> Bool {
    if answered == asked || isClosed {
      stop()
      return false
    }
    await answer()
    return true
  }

  private func stop() {
    isAsking = false
    for (_, waiter) in waiters { waiter.resume(throwing: DataStoreError.closed) }
    waiters = []
  }

  private func answer() async {
    let number = asked
    do {
      let rows = try await self.current()
      error = nil
      self.rows = rows
      tell()
      end(number, .success(()))
    } catch {
      self.error = error
      end(number, .failure(error))
      // Whoever closes a store wants to hear what wasn't saved, not what its lists could no longer ask.
      if store.isClosed { return }
      guard (error as? DatabaseError)?.isTransient == true else {
        store.failures.tell(DataFailure(object: nil, entity: table.name, id: nil, columns: [], error: error))
        return
      }
      try? await store.governor.timeSource.suspend(for: .milliseconds(200))
      if asked == number { asked += 1 }
    }
  }

  private func end(_ number: Int, _ result: Result<Void, any Error>) {
    answered = number
    let over = waiters.filter { $0.number <= number }
    waiters.removeAll { $0.number <= number }
    for (_, waiter) in over { waiter.resume(with: result) }
  }

  /// The objects that the database names, as the program has them, or fetched.
  private func current() async throws -> [(object: Object, section: Value?)] {
    // Unsaved changes are written first, unless the program saves by hand.
    store.collectIfAutosaving()
    let (query, unsaved) = (query, table.unsavedRows())
    let keys = try await store.onQueue { try query.rows(unsaved, on: $0) }
    let known = Dictionary(
      rows.map { (ObjectKey($0.object.uniqueID), $0.object) }, uniquingKeysWith: { first, _ in first })
    var found: [ObjectKey<Object.UniqueID>: Object] = [:]
    var missing: [Value] = []
    var turn = MainTurn(store.governor.timeSource)
    for row in keys {
      await turn.step()
      let key = ObjectKey(try Object.UniqueID(value: row[0]))
      // If the entity isn't uniqued, the list keeps its own objects.
      if let object = table.cached(key) ?? (table.entity.isUniqued ? nil : known[key]), !object.record.isIncomplete {
        found[key] = object
      } else {
        missing.append(row[0])
      }
    }
    for object in try await table.fetch(missing) { found[ObjectKey(object.uniqueID)] = object }
    return try keys.compactMap { row in
      guard let object = found[ObjectKey(try Object.UniqueID(value: row[0]))] else { return nil }
      return (object, query.section == nil ? nil : row[1])
    }
  }
}
