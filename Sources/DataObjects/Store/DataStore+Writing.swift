internal import ORDA
internal import ORDAThreads

/// Writes, and what becomes of them.
extension DataStore {
  /// Collects what is unsaved, and gives it to the queue as one transaction.
  func collect() {
    noticeChanges()
    if listed.isEmpty { return }
    let plan = WritePlan(self)
    let objects = listed
    listed = []
    for object in objects { table(ofObject: object)?.collect(object, into: plan) }
    submit(plan)
  }

  /// Lists the objects whose properties were watched and have changed.
  func noticeChanges() { for table in allTables { table.listNoticed() } }

  /// Gives a write to the queue.
  func submit(_ plan: WritePlan, ended: (@MainActor (WriteOutcome) -> Void)? = nil) {
    if plan.isEmpty { return }
    let write = plan.write
    let pending = PendingWrite(objects: plan.objects, columns: plan.columns, ended: ended)
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
    failed(pending, outcome)
    pending.ended?(outcome)
  }

  private func end(_ number: Int, _ outcome: WriteOutcome) {
    guard let pending = writing.removeValue(forKey: number) else { return }
    failed(pending, outcome)
    if outcome.error == nil, outcome.failures.isEmpty {
      for object in pending.objects {
        guard let record = (object as? any DataObject)?.record else { continue }
        record.isNew = false
        if record.lastWrite == number { record.hasFailed = false }
      }
    }
    pending.ended?(outcome)
    while let first = flushes.first, writing.keys.allSatisfy({ $0 > first.write }) {
      flushes.removeFirst()
      first.waiter.resume()
    }
  }

  /// What failed is unsaved again, and is told with its object; what was gone is deleted.
  private func failed(_ pending: PendingWrite, _ outcome: WriteOutcome) {
    var failures = outcome.failures
    if let error = outcome.error {
      failures += pending.objects.indices.map { ($0, pending.columns[$0], error) }
      if pending.objects.isEmpty {
        self.failures.tell(DataFailure(object: nil, entity: nil, id: nil, columns: [], error: error))
      }
    }
    for failure in failures {
      guard let object = pending.objects[failure.owner] as? any DataObject else { continue }
      object.record.unsaved.formUnion(failure.columns)
      object.record.hasFailed = true
      table(ofObject: object)?.forgetLinks(of: object)
      tell(failure.error, of: object.record, failure.columns)
    }
    for owner in outcome.missing {
      guard let object = pending.objects[owner] as? any DataObject, !object.record.isDeleted else { continue }
      table(ofObject: object)?.drop(object.record)
      tell(DataStoreError.deleted, of: object.record, pending.columns[owner])
    }
  }

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
  /// How many writes wait or are being done.
  public var pendingWrites: Int { writing.count }

  /// What can't be written, or made of a row, from now on: with the object and its columns. A reader that falls behind keeps
  /// the newest 1,000.
  public var errors: AsyncStream<DataFailure> { failures.stream() }

  /// Gives all that is unsaved to the queue, and returns when all writes are over, whether they failed or not.
  public func flush() async {
    collect()
    if writing.isEmpty { return }
    let last = lastWrite
    await withCheckedContinuation { flushes.append((last, $0)) }
  }
}
