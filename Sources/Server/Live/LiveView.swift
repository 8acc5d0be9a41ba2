import ORDA
import ORDAThreads

/// The rows of one page, followed for everybody who looks at it: however many do, the database is asked once.
final class LiveView: Sendable {
  /// What a page has been told last. It is no queue: who is slow is told of everything since in one go, so that what waits for him
  /// is never more than the rows that he has and those that there are.
  struct Seen: Sendable {
    fileprivate var version = 0
    fileprivate var rows: [LiveRow]?
    fileprivate var watching = 0
    fileprivate var note: String?
    fileprivate var count: String?

    init() {}
  }

  private struct State {
    var version = 1
    var rows: [LiveRow] = []
    var watchers: [Int: @Sendable () -> Void] = [:]
    var nextWatcher = 0
    /// The steps to this version from the one before, which nearly everybody needs.
    var steps: [UInt8]?
  }

  /// How often pages are told at most: a person sees no more, and a hundred of them cost less.
  private static let pause: Duration = .milliseconds(40)

  /// The address of the page.
  let name: String
  private let query: LiveQuery<FetchedRow>
  private let markup: RowMarkup
  private let governor: any Governor
  private let state: Lock<State>
  private let following: Lock<Task<Void, Never>?>
  private let counted: Lock<LiveCount?>

  /// - Throws: `DatabaseError` where the rows can't be followed.
  init(_ name: String, _ request: TableRequest, of table: TableShape, on database: ServedDatabase) async throws {
    self.name = name
    governor = database.governor
    let select = TableSelect(table: table, request: request, kind: database.kind, longest: ShownValue.longestText)
    markup = RowMarkup(database: database, select: select, catalog: try await database.catalog())
    let keys = select.keyColumns
    query = try await (governor as any Governor).followed(select.sql, key: keys, timeout: database.limit)
    state = Lock(State())
    following = Lock(nil)
    counted = Lock(nil)
    state.withLock { $0.rows = rows(from: query.rows) }
    following.withLock { $0 = Task { [weak self, query] in await Self.follow(query) { self } } }
    let count = try await LiveCount(select, on: database) { [weak self] in self?.wakeAll() }
    counted.withLock { $0 = count }
  }

  deinit {
    following.withLock { $0?.cancel() }
    query.close()
  }

  /// Holds the view for no longer than each difference takes.
  private static func follow(_ query: LiveQuery<FetchedRow>, _ view: () -> LiveView?) async {
    for await _ in query.differences(fromEmpty: true) {
      guard let view = view() else { return }
      view.show(query.rows)
      do { try await Task.sleep(for: pause) } catch { return }
    }
  }

  /// Rows without a key are known by their place.
  private func rows(from read: [FetchedRow]) -> [LiveRow] {
    TablePage(markup.select, read).rows.enumerated().map { place, row in
      LiveRow(key: markup.key(of: row) ?? "#\(place)", html: markup.html(row).text)
    }
  }

  private func show(_ read: [FetchedRow]) {
    let rows = rows(from: read)
    let wakes = state.withLock { state -> [@Sendable () -> Void] in
      guard rows != state.rows else { return [] }
      state.steps = LiveNews.steps(from: state.rows, to: rows, of: name)
      state.rows = rows
      state.version += 1
      return Array(state.watchers.values)
    }
    for wake in wakes { wake() }
  }

  /// Why the page may not be what is stored; nil if it is.
  private var note: String? {
    if let error = query.lastError { return "Not read since a change: \(error.message)" }
    let coverage = governor.changeCoverage
    switch coverage.reach {
    case .none: return coverage.limitation ?? "This database tells nobody of changes."
    case .ownConnections: return "Only what is written here is seen. \(coverage.limitation ?? "")"
    case .everyone, .unknown: return coverage.limitation
    }
  }

  private func wakeAll() {
    for wake in state.withLock({ Array($0.watchers.values) }) { wake() }
  }

  // MARK: Watching

  /// From now on calls a closure when there is something to tell.
  func watch(_ wake: @escaping @Sendable () -> Void) -> Int {
    let (number, wakes) = state.withLock { state in
      state.nextWatcher += 1
      state.watchers[state.nextWatcher] = wake
      return (state.nextWatcher, Array(state.watchers.values))
    }
    for wake in wakes { wake() }
    return number
  }

  func unwatch(_ number: Int) {
    let wakes = state.withLock { state in
      state.watchers[number] = nil
      return Array(state.watchers.values)
    }
    for wake in wakes { wake() }
  }

  /// What is to be told to who was told this much; empty if there is nothing.
  func news(since seen: inout Seen) -> [UInt8] {
    let (version, rows, steps, watching) = state.withLock { state in
      (state.version, state.rows, state.steps, state.watchers.count)
    }
    let note = note
    let count = counted.withLock { $0 }?.text
    var news: [UInt8] = []
    if let before = seen.rows {
      if seen.version == version - 1, let steps {
        news += steps
      } else if seen.version != version {
        news += LiveNews.steps(from: before, to: rows, of: name) ?? []
      }
    } else {
      news += LiveNews.all(rows, of: name)
    }
    if watching != seen.watching || note != seen.note || count != seen.count {
      news += LiveNews.state(name, watching: watching, note: note, count: count)
    }
    seen.version = version
    seen.rows = rows
    seen.watching = watching
    seen.note = note
    seen.count = count
    return news
  }
}

extension Governor {
  /// Follows a query whose key is named by a list.
  func followed(_ sql: SQL, key: [String], timeout: Duration) async throws -> LiveQuery<FetchedRow> {
    switch key.count {
    case 0: try await follow(sql, timeout: timeout)
    case 1: try await follow(sql, key: key[0], timeout: timeout)
    case 2: try await follow(sql, key: key[0], key[1], timeout: timeout)
    case 3: try await follow(sql, key: key[0], key[1], key[2], timeout: timeout)
    // A row is then known by its whole: another value is a row that goes and one that comes.
    default: try await follow(sql, timeout: timeout)
    }
  }
}
