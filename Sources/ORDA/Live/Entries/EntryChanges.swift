/// What changed in an entry since its reader's last call.
public struct EntryChange: Sendable {
  var columnSet: ColumnSet
  /// True if the row is gone; no further change follows.
  public internal(set) var isDeleted: Bool
  let names: ColumnNames

  init(columns: ColumnSet, isDeleted: Bool, names: ColumnNames) {
    columnSet = columns
    self.isDeleted = isDeleted
    self.names = names
  }

  /// The names of the columns that changed, in the order of the table.
  public var columns: [String] { columnSet.columns.map { names.names[$0] } }
}

/// The changes of an entry as an asynchronous sequence.
///
/// It includes everything committed after `changes()` has returned. Changes that its reader does not fetch in time
/// become one, so it needs the memory of one. It ends when the row is gone, and in a cancelled task. It holds the
/// entry.
public struct EntryChanges: AsyncSequence, Sendable {
  /// What changed.
  public typealias Element = EntryChange
  /// It throws nothing.
  public typealias Failure = Never

  let entry: TableEntry
  let mailbox: Mailbox<EntryChange>

  /// A reader of the changes that nobody has read yet.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(changes: self) }

  /// One reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let changes: EntryChanges

    /// The next change; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> EntryChange? {
      await changes.mailbox.next()
    }

    /// The next change; nil at the end.
    public mutating func next() async -> EntryChange? { await next(isolation: #isolation) }
  }
}

extension TableEntry {
  /// Changes from now on, as an asynchronous sequence that needs the memory of one change.
  public func changes() -> EntryChanges {
    let mailbox = Mailbox<EntryChange>(capacity: 1) { first, second in
      first.columnSet.formUnion(second.columnSet)
      first.isDeleted = first.isDeleted || second.isDeleted
    }
    ownListeners.add(mailbox)
    if isGone { mailbox.end() }
    return EntryChanges(entry: self, mailbox: mailbox)
  }
}
