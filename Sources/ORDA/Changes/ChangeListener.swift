internal import ORDAThreads

/// A listener to changes, with its waiting batches.
final class ChangeListener: Sendable {
  /// When and how a listener gets its batches.
  enum Role: Sendable {
    /// Called before the writing call returns, while it still holds its connection: the closure may take locks of its own
    /// and nothing else.
    case applies(@Sendable (ChangeBatch) -> Void)
    /// Called when the connection was returned, by whoever announces.
    case announces(@Sendable (ChangeBatch) -> Void)
    /// Called when the connection was returned, and before the writing call returns.
    case answers(@Sendable (ChangeBatch) -> Void)
    /// The listener takes them by itself.
    case reads
  }

  private struct State {
    var buffer: BatchBuffer
    var readers: [UnsafeContinuation<ChangeBatch?, Never>] = []
    var isEnded = false
  }

  let interest: ChangeInterest
  let role: Role
  /// The mark of transactions that the listener does not want to hear of.
  let ignored: ChangeMark?
  /// The tables as the listener named them, by their identities.
  private let names: [TableName: TableName]
  private let state: Lock<State>

  /// A listener to some tables, or to everything if none are named.
  init(_ tables: [TableName], _ role: Role, ignoring ignored: ChangeMark? = nil, identity: (TableName) -> TableName) {
    self.ignored = ignored
    names = Dictionary(tables.map { (identity($0), $0) }, uniquingKeysWith: { first, _ in first })
    interest = tables.isEmpty ? .everything : .tables(Set(names.keys))
    self.role = role
    let everything = tables.isEmpty ? UnknownTables.everything : UnknownTables(tables: Set(names.values))
    state = Lock(State(buffer: BatchBuffer(everything)))
  }

  /// True if batches are applied before the writing call returns.
  var isApplier: Bool { if case .applies = role { true } else { false } }

  /// The outcome of receiving a batch.
  enum Reception {
    /// The batch is unwanted, applied, or taken by a reader.
    case done
    /// The batch waits for an announcer.
    case waits
    /// The full buffer has a waiting batch that includes the batch.
    case merged
  }

  /// Takes the wanted part of a batch.
  func receive(_ batch: ChangeBatch) -> Reception {
    if let ignored, batch.mark == ignored { return .done }
    guard var part = interest.part(of: batch) else { return .done }
    if !names.isEmpty, !part.unknown.tables.isEmpty {
      part.unknown.tables = Set(part.unknown.tables.compactMap { names[$0] })
    }
    return receive(part: part)
  }

  private func receive(part: ChangeBatch) -> Reception {
    if case .applies(let body) = role {
      body(part)
      return .done
    }
    let (reader, isNew): (UnsafeContinuation<ChangeBatch?, Never>?, Bool) = state.withLock { state in
      if state.isEnded { return (nil, false) }
      if !state.readers.isEmpty { return (state.readers.removeFirst(), false) }
      return (nil, state.buffer.append(part))
    }
    reader?.resume(returning: part)
    if reader != nil || closure == nil { return .done }
    return isNew ? .waits : .merged
  }

  /// The closure called by an announcer.
  private var closure: (@Sendable (ChangeBatch) -> Void)? {
    switch role {
    case .announces(let body), .answers(let body): body
    case .applies, .reads: nil
    }
  }

  /// The sequence of the batch that has waited longest; nil if none waits, or the listener is never called.
  var waitingSince: Int? {
    if closure == nil { return nil }
    return state.withLock { $0.isEnded ? nil : $0.buffer.waitingSince }
  }

  /// Calls the listener with the batch that has waited longest.
  func announceNext() {
    guard let body = closure else { return }
    guard let batch = state.withLock({ $0.isEnded ? nil : $0.buffer.popFirst() }) else { return }
    body(batch)
  }

  /// The next batch; nil after the end, and as soon as the task is cancelled.
  func next() async -> ChangeBatch? {
    // Every resume comes after the lock was held; as in `WorkCancellation.order()`.
    defer { state.withLock { _ in } }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<ChangeBatch?, Never>) in
        let answer: ChangeBatch?? = state.withLock { state in
          if Task.isCancelled { return .some(nil) }
          if let batch = state.buffer.popFirst() { return batch }
          if state.isEnded { return .some(nil) }
          state.readers.append(continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      end(dropping: true)
    }
  }

  /// Ends the listening. A reader still gets what waits, unless that is dropped.
  func end(dropping: Bool) {
    let readers = state.withLock { state in
      state.isEnded = true
      if dropping { state.buffer.removeAll() }
      let readers = state.readers
      state.readers = []
      return readers
    }
    for reader in readers { reader.resume(returning: nil) }
  }
}
