/// What an entry knows of its row; under the entry's lock.
struct EntryState {
  enum Status: UInt8 {
    /// The values are those of the last commit that was heard of.
    case current
    /// They may be old, and have to be read again.
    case stale
    /// The row is gone.
    case deleted
  }

  var key: RowKey
  var values: [Value]
  var status: Status
  /// False for an entry that a transaction came upon first, until a commit, or a read outside of it.
  var isShared: Bool
  /// True while the entry is queued to be read again.
  var isQueued = false
  /// How many open transactions have their own view of the row.
  var holders: Int32 = 0
  /// When the values were last set, or found to be old.
  var version: Int
  /// When a commit was last heard of.
  var written: Int

  init(key: RowKey, values: [Value], at version: Int, isShared: Bool = true) {
    self.key = key
    self.values = values
    status = .current
    self.isShared = isShared
    self.version = version
    written = version
  }

  /// The values may be old. True if the entry has to be queued to be read again.
  mutating func becomeStale(at stamp: Int) -> Bool {
    if status == .deleted { return false }
    status = .stale
    isShared = true
    version = stamp
    written = stamp
    return queue()
  }

  /// True if the entry was not queued to be read again; the caller queues it.
  mutating func queue() -> Bool {
    defer { isQueued = true }
    return !isQueued
  }

  mutating func becomeDeleted(at stamp: Int) {
    status = .deleted
    version = stamp
    written = stamp
  }

  /// Sets what a statement read that began at `start`; false if something newer is known.
  mutating func take(_ new: [Value], readAt start: Int) -> Bool {
    guard status != .deleted, version < start else { return false }
    values = new
    version = start
    status = .current
    isShared = true
    return true
  }
}
