/// What an entry has once somebody reads its changes or observes it, or a write of it failed.
final class EntryAttention: Sendable {
  private struct Reader {
    weak var mailbox: Mailbox<EntryChange>?
  }

  private struct Observer {
    weak var observation: EntryObservation?
  }

  private struct Listeners {
    var readers: [Reader] = []
    var observers: [Observer] = []
  }

  let error = Lock<DatabaseError?>(nil)
  private let listeners = Lock(Listeners())

  func add(_ mailbox: Mailbox<EntryChange>) {
    listeners.withLock { listeners in
      listeners.readers.removeAll { $0.mailbox == nil }
      listeners.readers.append(Reader(mailbox: mailbox))
    }
  }

  func add(_ observation: EntryObservation) {
    listeners.withLock { listeners in
      listeners.observers.removeAll { $0.observation == nil }
      listeners.observers.append(Observer(observation: observation))
    }
  }

  func tell(_ change: EntryChange) {
    let (mailboxes, observations) = listeners.withLock { listeners in
      (listeners.readers.compactMap(\.mailbox), listeners.observers.compactMap(\.observation))
    }
    for mailbox in mailboxes {
      mailbox.put(change)
      if change.isDeleted { mailbox.end() }
    }
    for observation in observations { observation.tell(change) }
  }
}
