internal import ORDA
internal import ORDAThreads
internal import Synchronization

/// What this process commits on one server: it lets a follower of the log distinguish own transactions from others'.
///
/// The log reports a transaction at about the same time as the server answers the one who committed it. So a statement
/// that may commit is announced before it is sent, and a follower waits for its answer before it calls a transaction a
/// stranger's; but not for long, and for no statement twice.
final class ServerCommits: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock, or is atomic.

  /// How long a follower waits for statements that were sent.
  private static let patience = Duration.milliseconds(50)
  /// The owner of a transaction.
  struct Owner {
    /// The number of the governor.
    var number: Int
    /// The transaction's mark.
    var mark: ChangeMark?
  }

  /// How many transactions are remembered.
  private static let limit = 4096

  /// What a replica must have before it is read.
  let seen = SeenTransactions()
  private let followers = Atomic<Int>(0)
  private let condition = Condition()
  private var lastNumber = 0
  /// The statements whose answers are worth waiting for.
  private var awaited: Set<Int> = []
  private var owners: [GTID: Owner] = [:]
  /// Those that hear of each commit, with the schemas they are interested in.
  private var hearers: [ObjectIdentifier: (hearer: any CommitHearer, schema: String?)] = [:]
  /// The keys of `owners`, as a ring: the oldest is at `oldest`.
  private var remembered: [GTID] = []
  private var oldest = 0

  /// True while somebody in this process follows what is committed on the server.
  var isFollowed: Bool { followers.load(ordering: .relaxed) > 0 }

  func followerBegins() { followers.add(1, ordering: .sequentiallyConsistent) }
  func followerEnds() { followers.subtract(1, ordering: .sequentiallyConsistent) }

  /// A number that identifies the transactions of one governor.
  func newOwner() -> Int {
    condition.withLock {
      lastNumber &+= 1
      return lastNumber
    }
  }

  /// A statement that may commit is about to be sent.
  func begin() -> Int {
    condition.withLock {
      lastNumber &+= 1
      awaited.insert(lastNumber)
      return lastNumber
    }
  }

  /// The statement was answered.
  func end(_ number: Int, _ transaction: GTID?, by owner: Owner) {
    if let transaction { seen.note(transaction) }
    condition.withLock {
      awaited.remove(number)
      if let transaction { remember(transaction, owner) }
      condition.broadcast()
    }
  }

  private func remember(_ transaction: GTID, _ owner: Owner) {
    owners[transaction] = owner
    if remembered.count < Self.limit { return remembered.append(transaction) }
    owners[remembered[oldest]] = nil
    remembered[oldest] = transaction
    oldest = (oldest + 1) % Self.limit
  }

  /// The owner of a transaction; nil for one of another process.
  func owner(of transaction: GTID) -> Owner? {
    condition.withLock {
      // A statement sent later can't have committed it.
      let last = lastNumber
      let end = MonotonicTime.now + Self.patience
      while owners[transaction] == nil, awaited.contains(where: { $0 <= last }) {
        if MonotonicTime.now >= end {
          awaited = awaited.filter { $0 > last }
          break
        }
        condition.wait(until: end)
      }
      return owners[transaction]
    }
  }

  // MARK: Without a log

  /// From now on this hearer learns what is committed to a schema, or to any.
  func add(_ one: any CommitHearer, schema: String?) {
    followerBegins()
    condition.withLock { hearers[ObjectIdentifier(one)] = (one, schema) }
  }

  func remove(_ one: any CommitHearer) {
    let removed = condition.withLock { hearers.removeValue(forKey: ObjectIdentifier(one)) }
    if removed != nil { followerEnds() }
  }

  /// A connection has committed something. Returns when those that hear of it without a log have done so.
  ///
  /// - Parameter schema: The schema of the connection's URL; nil if it may have been any.
  func tell(of schema: String?, by owner: Int) {
    let concerned = condition.withLock {
      hearers.values.filter { schema == nil || $0.schema == nil || $0.schema == schema }
    }
    for one in concerned { one.hearer.noteCommit(by: owner) }
  }

  // MARK: One for each server

  private final class Place {
    weak var commits: ServerCommits?
    init(_ commits: ServerCommits) { self.commits = commits }
  }

  private static let places = Lock<[String: Place]>([:])

  /// The object for the server that a URL names; the same for all URLs that name it in the same way.
  static func of(_ settings: MariaDBSettings) -> ServerCommits {
    let hosts = settings.hosts.all
    let name = hosts.count == 1 ? hosts[0].label : hosts.map(\.label).joined(separator: ",")
    return places.withLock { places in
      if let known = places[name]?.commits { return known }
      // A new server may be one of many that a program has left.
      if places[name] == nil { places = places.filter { $0.value.commits != nil } }
      let made = ServerCommits()
      places[name] = Place(made)
      return made
    }
  }
}
