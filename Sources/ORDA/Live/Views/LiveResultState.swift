/// What a live result knows, under its lock.
struct LiveResultState {
  /// A reader of differences, not held.
  struct Reader {
    weak var reader: LiveReader?
  }

  /// What observers do not know yet.
  struct News {
    var isList = false
    var isCount = false
    var isError = false
    var updates = EntryUpdates()

    var isEmpty: Bool { !isList && !isError && updates.isEmpty }
  }

  var entries: [TableEntry] = []
  /// The keys that the entries were found by.
  var keys: [RowKey] = []
  /// When the reading of these began.
  var readAt = 0
  var lastError: DatabaseError?
  var readers: [Reader] = []
  private(set) var isOpen = false
  var isClosed = false
  /// True if rows may have come, gone or moved since the last reading began.
  var mustBeRead = false
  /// True while there is work on the governor's thread, or soon will be.
  private var isWorking = false
  /// True while an alarm is set to read again after a failure.
  private var isTryingAgain = false
  /// Changes of entries, in the list or not, that were not looked at yet.
  private var heard = EntryUpdates()
  private var news = News()

  // MARK: Hearing

  /// There is a list from now on. True if it has to be read again at once.
  mutating func open() -> Bool {
    isOpen = true
    return beginWork()
  }

  /// An entry of the table changed.
  mutating func hear(_ entry: TableEntry, _ columns: ColumnSet) {
    if !readers.isEmpty { heard.add(entry, columns) }
  }

  /// True if the caller has to have the work done.
  mutating func beginWork() -> Bool {
    guard isOpen, !isClosed, !isWorking, mustBeRead || !heard.isEmpty else { return false }
    isWorking = true
    return true
  }

  /// The work begins. True if the rows have to be read; what is heard from now on is for the next time.
  mutating func takeWork() -> Bool {
    isWorking = false
    defer { mustBeRead = false }
    return mustBeRead && !isClosed
  }

  mutating func takeHeard() -> EntryUpdates {
    defer { heard = EntryUpdates() }
    return heard
  }

  // MARK: Telling

  /// Sets the list, unless a newer reading has set it. Returns the replaced list, to be released outside the lock.
  mutating func set(_ list: LiveList, isChanged: Bool, readAt start: Int) -> LiveList? {
    guard start > readAt, !isClosed else { return nil }
    readAt = start
    if lastError != nil {
      lastError = nil
      news.isError = true
    }
    let old = LiveList(keys: keys, entries: entries)
    keys = list.keys
    guard isChanged else { return old }
    news.isList = news.isList || isOpen
    news.isCount = news.isCount || isOpen && entries.count != list.entries.count
    entries = list.entries
    return old
  }

  /// Reading failed. True if the caller has to arrange another try in a while.
  mutating func fail(_ error: DatabaseError) -> Bool {
    lastError = error
    news.isError = true
    defer { isTryingAgain = isTryingAgain || error.isTransient }
    return error.isTransient && !isTryingAgain
  }

  /// The pause is over. True if the caller has to have the work done.
  mutating func tryAgain() -> Bool {
    isTryingAgain = false
    if lastError != nil { mustBeRead = true }
    return beginWork()
  }

  mutating func add(_ updates: EntryUpdates) { news.updates.formUnion(updates) }

  var hasNews: Bool { !news.isEmpty }

  mutating func takeNews() -> News {
    defer { news = News() }
    return news
  }

  mutating func takeReaders() -> [LiveReader] {
    defer { readers = [] }
    return readers.compactMap(\.reader)
  }

  /// Forgets the readers that are gone.
  mutating func dropReaders() { readers.removeAll { $0.reader == nil } }
}

/// A list as the database returned it.
struct LiveList {
  var keys: [RowKey] = []
  var entries: [TableEntry] = []
}
