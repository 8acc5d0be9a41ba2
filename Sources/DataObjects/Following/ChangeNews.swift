internal import ORDA

/// What others change in the tables of a model.
struct ChangeNews: Sendable {
  let batches: AsyncStream<ChangeBatch>
  /// Listens for as long as this is held.
  private let observation: ChangeObservation

  /// - Returns: Nil if the database can't report changes.
  init?(of tables: [TableName], in governor: any Governor, ignoring mark: ChangeMark) async throws {
    let (batches, reader) = AsyncStream.makeStream(of: ChangeBatch.self)
    do {
      observation = try await governor.observeChanges(of: tables, when: .soon, ignoring: mark) { batch in
        if batch.mark != mark { reader.yield(batch) }
      }
    } catch let error as DatabaseError where .unsupported ~= error { return nil }
    self.batches = batches
  }
}
