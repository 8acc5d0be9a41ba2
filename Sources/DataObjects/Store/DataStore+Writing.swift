internal import ORDA
internal import ORDAThreads

/// Writes and their outcomes.
extension DataStore {
  /// Collects unsaved changes, and queues them as one transaction.
  func collect() {
    noticeChanges()
    if listed.isEmpty { return }
    let plan = WritePlan(self)
    let objects = listed
    listed = []
    for object in objects { table(ofObject: object)?.collect(object, into: plan) }
    submit(plan)
  }

  /// The same, unless the program saves by hand.
  func collectIfAutosaving() { if isAutosaving { collect() } else { noticeChanges() } }

  /// Tells followers what the program has set and will save itself.
  func noteUnsaved() {
    noticeChanges()
    if followers.isEmpty { return }
    for object in listed {
      guard let object = object as? any DataObject, let table = table(ofObject: object) else { continue }
      followers.changed(object, object.record.unsaved, of: table)
    }
  }

  /// Lists the objects whose properties were watched and have changed.
  func noticeChanges() { for table in allTables { table.listNoticed() } }

  /// Gives a write to the queue.
  func submit(_ plan: WritePlan, of entity: String? = nil, ended: (@MainActor (WriteOutcome) -> Void)? = nil) {
    if plan.isEmpty { return }
    let write = plan.write
    let pending = PendingWrite(
      objects: plan.objects, records: plan.records, columns: plan.columns, entity: entity, ended: ended)
    if isClosed { return refuse(pending, DataStoreError.closed) }
    if writing.count >= queueLimit { return refuse(pending, DataStoreError.queueFull(limit: queueLimit)) }
    writing[write.number] = pending
    let work = WriteWork(write, isClosing: { [closing] in closing.withLock { $0 } })
    let number = write.number
    queue.enqueue(
      tryingAgain: { [weak self] error, attempts in
        if let pause = work.pause(after: error, attempts: attempts) { return pause }
        let outcome = WriteOutcome(error: error)
        Task { @MainActor in self?.end(number, outcome) }
        return nil
      }
    ) { [weak self] connection in
      let outcome = try work.run(on: connection)
      Task { @MainActor in self?.end(number, outcome) }
    }
  }

  private func refuse(_ pending: PendingWrite, _ error: any Error) {
    let outcome = WriteOutcome(error: error)
    failed(pending, lastWrite, outcome)
    pending.ended?(outcome)
  }

  private func end(_ number: Int, _ outcome: WriteOutcome) {
    guard let pending = writing.removeValue(forKey: number) else { return }
    failed(pending, number, outcome)
    if outcome.error == nil {
      let failed = Set(outcome.failures.map(\.owner))
      for (owner, record) in pending.records.enumerated() where !failed.contains(owner) {
        record.isNew = false
        if record.lastWrite == number { record.succeed() }
      }
    }
    pending.ended?(outcome)
    while let first = flushes.first, writing.keys.allSatisfy({ $0 > first.write }) {
      flushes.removeFirst()
      first.waiter.resume()
    }
  }

  /// Failed objects are unsaved again, and reported; objects whose rows are gone are deleted.
  private func failed(_ pending: PendingWrite, _ number: Int, _ outcome: WriteOutcome) {
    var failures = outcome.failures
    if let error = outcome.error {
      failures += pending.objects.indices.map { ($0, pending.columns[$0], error) }
      if pending.objects.isEmpty {
        self.failures.tell(DataFailure(object: nil, entity: pending.entity, id: nil, columns: [], error: error))
      }
    }
    for failure in failures {
      guard let object = pending.objects[failure.owner] as? any DataObject else { continue }
      var columns = failure.columns
      let later = later(than: number, of: object)
      for written in later { columns.subtract(written) }
      object.record.fail(columns)
      if let table = table(ofObject: object) { followers.changed(object, columns, of: table) }
      // The program has changed the object since: what is left is written with that.
      if !later.isEmpty && !columns.isEmpty { list(object.record) }
      table(ofObject: object)?.forgetLinks(of: object)
      tell(failure.error, of: object.record, failure.columns)
      rereadSiblings(of: object)
    }
    for owner in outcome.missing {
      guard let object = pending.objects[owner] as? any DataObject, !object.record.isDeleted else { continue }
      table(ofObject: object)?.drop(object.record)
      tell(DataStoreError.deleted, of: object.record, pending.columns[owner])
    }
  }

  /// What later, unfinished writes contain of an object.
  private func later(than number: Int, of object: AnyObject) -> [ColumnSet] {
    var columns: [ColumnSet] = []
    for (other, pending) in writing where other > number {
      for (place, one) in pending.objects.enumerated() where one === object { columns.append(pending.columns[place]) }
    }
    return columns
  }

  /// Objects of other types made from the same row already have the values that were refused.
  private func rereadSiblings(of object: AnyObject) {
    guard let table = table(ofObject: object) else { return }
    for other in tables(of: table.table) where other !== table {
      rereadLater(table.id(of: object), of: other)
    }
  }

  /// True if an object's last write is unfinished: it may still fail.
  func isWriting(_ record: DataRecord) -> Bool { writing[record.lastWrite] != nil }

  func tell(_ error: any Error, of record: DataRecord, _ columns: ColumnSet) {
    let object = record.object
    let table = object.flatMap { self.table(ofObject: $0) }
    failures.tell(
      DataFailure(
        object: object as? any DataObject, entity: table?.name, id: object.flatMap { table?.id(of: $0) },
        columns: table?.names(of: columns) ?? [], error: error))
  }
}

/// Waiting.
extension DataStore {
  /// How many writes are waiting or running.
  public var pendingWrites: Int { writing.count }

  /// What can't be written, or made from a row, from now on, with the object and its columns. A reader that falls behind
  /// keeps the newest 1,000.
  public var errors: AsyncStream<DataFailure> { failures.stream() }

  /// Queues everything unsaved, and returns when all writes are over, whether they failed or not.
  public func flush() async {
    collect()
    if writing.isEmpty { return }
    let last = lastWrite
    await withCheckedContinuation { flushes.append((last, $0)) }
  }
}
