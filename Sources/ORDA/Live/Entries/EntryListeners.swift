internal import ORDAThreads

/// The readers of an entry's changes, its observers, and why its last write failed: few entries have any of these.
final class EntryListeners: Sendable {
  private struct Reader {
    weak var mailbox: Mailbox<EntryChange>?
  }

  private struct Observer {
    weak var observation: EntryObservation?
  }

  private struct State {
    var readers: [Reader] = []
    var observers: [Observer] = []
  }

  let error = Lock<DatabaseError?>(nil)
  private let state = Lock(State())

  func add(_ mailbox: Mailbox<EntryChange>) {
    state.withLock { state in
      state.readers.removeAll { $0.mailbox == nil }
      state.readers.append(Reader(mailbox: mailbox))
    }
  }

  func add(_ observation: EntryObservation) {
    state.withLock { state in
      state.observers.removeAll { $0.observation == nil }
      state.observers.append(Observer(observation: observation))
    }
  }

  func tell(_ change: EntryChange) {
    let (mailboxes, observations) = state.withLock { state in
      (state.readers.compactMap(\.mailbox), state.observers.compactMap(\.observation))
    }
    for mailbox in mailboxes {
      mailbox.put(change)
      if change.isDeleted { mailbox.end() }
    }
    for observation in observations { observation.tell(change) }
  }
}
