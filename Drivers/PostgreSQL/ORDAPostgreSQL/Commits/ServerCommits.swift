internal import ORDA
internal import ORDAThreads
internal import Synchronization

/// What this process commits in one database, for those of its governors that follow it.
final class ServerCommits: Sendable {
  private let lastNumber = Atomic<Int>(0)
  /// How many follow in any way, and how many read the log.
  private let followers = Atomic<Int>(0)
  private let readers = Atomic<Int>(0)
  /// Those that hear of each commit.
  private let hearers = Lock<[ObjectIdentifier: any CommitHearer & Sendable]>([:])

  /// True while somebody in this process follows what is committed.
  var isFollowed: Bool { followers.load(ordering: .relaxed) > 0 }
  /// True while somebody in this process reads the server's log.
  var isRead: Bool { readers.load(ordering: .relaxed) > 0 }

  func readerBegins() { readers.add(1, ordering: .sequentiallyConsistent) }
  func readerEnds() { readers.subtract(1, ordering: .sequentiallyConsistent) }

  /// A number that nothing else of the process has in this database.
  func newNumber() -> Int { lastNumber.add(1, ordering: .relaxed).newValue }

  /// From now on this hearer learns what is committed.
  func add(_ one: any CommitHearer & Sendable) {
    followers.add(1, ordering: .sequentiallyConsistent)
    hearers.withLock { $0[ObjectIdentifier(one)] = one }
  }

  func remove(_ one: any CommitHearer & Sendable) {
    let removed = hearers.withLock { $0.removeValue(forKey: ObjectIdentifier(one)) }
    if removed != nil { followers.subtract(1, ordering: .sequentiallyConsistent) }
  }

  /// A connection has committed something. Returns when those that hear of it without a log have done so.
  func tell(by owner: Int) {
    let concerned = hearers.withLock { Array($0.values) }
    for one in concerned { one.noteCommit(by: owner) }
  }

  // MARK: One for each database

  private final class Place {
    weak var commits: ServerCommits?
    init(_ commits: ServerCommits) { self.commits = commits }
  }

  private static let places = Lock<[String: Place]>([:])

  /// The object for the database that a URL names; the same for all URLs that name it in the same way.
  static func of(_ settings: PostgreSQLSettings) -> ServerCommits {
    let hosts = settings.hosts.all.map(\.label).joined(separator: ",")
    let name = "\(hosts)/\(settings.database ?? settings.user ?? "")"
    return places.withLock { places in
      if let known = places[name]?.commits { return known }
      places = places.filter { $0.value.commits != nil }
      let made = ServerCommits()
      places[name] = Place(made)
      return made
    }
  }
}
