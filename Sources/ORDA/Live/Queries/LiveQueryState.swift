/// What a live query knows, under its lock.
struct LiveQueryState<Element: Sendable> {
  /// A reader of differences, not held.
  private struct Reader {
    weak var reader: LiveQueryReader<Element>?
  }

  private struct Observer {
    weak var observation: LiveQueryObservation?
  }

  /// What observers do not know yet, and who they are.
  struct News {
    var isList = false
    var isCount = false
    var isError = false
    var readers: [LiveQueryReader<Element>] = []
    var observations: [LiveQueryObservation] = []

    var isEmpty: Bool { !isList && !isError && observations.isEmpty }
  }

  private(set) var rows = LiveRows<Element>()
  private(set) var lastError: DatabaseError?
  /// The tables listened to.
  var tables = ChangeInterest.nothing
  private var readers: [Reader] = []
  private var observers: [Observer] = []
  private var isClosed = false
  /// True while news are announced; changes in the meantime are announced after them.
  private var isTelling = false
  private var news = News()

  // MARK: Running

  /// The query was run. Returns the replaced rows, to be released outside the lock.
  mutating func set(_ new: LiveRows<Element>?) -> LiveRows<Element>? {
    if isClosed { return nil }
    if lastError != nil {
      lastError = nil
      news.isError = true
    }
    guard let new else { return nil }
    defer { rows = new }
    news.isList = true
    news.isCount = news.isCount || rows.elements.count != new.elements.count
    return rows
  }

  mutating func fail(_ error: DatabaseError) {
    if isClosed { return }
    lastError = error
    news.isError = true
  }

  // MARK: Telling

  /// Adds a reader.
  ///
  /// - Returns: False if nothing more will come. The other readers are returned because looking at them here may make
  ///   this the last reference to one.
  mutating func add(_ reader: LiveQueryReader<Element>) -> (isOpen: Bool, others: [LiveQueryReader<Element>]) {
    let others = readers.compactMap(\.reader)
    readers = isClosed ? [] : (others + [reader]).map { Reader(reader: $0) }
    return (!isClosed, others)
  }

  /// Adds an observation.
  ///
  /// - Parameter isTold: True if it is to be called with the present rows.
  mutating func add(
    _ observation: LiveQueryObservation, isTold: Bool
  ) -> (isOpen: Bool, others: [LiveQueryObservation]) {
    let others = observers.compactMap(\.observation)
    observers = isClosed ? [] : (others + [observation]).map { Observer(observation: $0) }
    if isTold, !isClosed { news.observations.append(observation) }
    return (!isClosed, others)
  }

  /// Nil if there is none, or while other news are announced.
  mutating func takeNews() -> News? {
    if isTelling || news.isEmpty { return nil }
    isTelling = true
    defer { news = News() }
    guard news.isList else { return news }
    var all = news
    all.readers = readers.compactMap(\.reader)
    all.observations = observers.compactMap(\.observation)
    return all
  }

  mutating func endTelling() { isTelling = false }

  /// Nothing more happens. Returns those that have to know.
  mutating func close() -> (readers: [LiveQueryReader<Element>], observations: [LiveQueryObservation]) {
    isClosed = true
    defer {
      readers = []
      observers = []
    }
    return (readers.compactMap(\.reader), observers.compactMap(\.observation))
  }
}
