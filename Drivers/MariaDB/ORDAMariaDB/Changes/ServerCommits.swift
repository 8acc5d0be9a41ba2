internal import ORDA
internal import Synchronization

/// What this process commits on one server: by it a follower of the log tells own transactions from others'.
///
/// The log tells of a transaction at about the same time as the server answers who committed it. So a statement that may
/// commit is announced before it is sent, and a follower waits for its answer before it calls a transaction a stranger's;
/// but not for long, and for no statement twice.
final class ServerCommits: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock, or is atomic.

  /// How long a follower waits for statements that were sent.
  private static let patience = Duration.milliseconds(50)
  /// How many transactions are remembered.
  private static let limit = 4096

  private let followers = Atomic<Int>(0)
  private let condition = Condition()
  private var lastNumber = 0
  /// The statements whose answers are worth waiting for.
  private var awaited: Set<Int> = []
  private var owners: [GTID: ObjectIdentifier] = [:]
  /// The keys of `owners`, the oldest first from `oldest` on, round about.
  private var remembered: [GTID] = []
  private var oldest = 0

  /// True while somebody in this process follows the server's log.
  var isFollowed: Bool { followers.load(ordering: .relaxed) > 0 }

  func followerBegins() { followers.add(1, ordering: .sequentiallyConsistent) }
  func followerEnds() { followers.subtract(1, ordering: .sequentiallyConsistent) }

  /// A statement is about to be sent that may commit.
  func begin() -> Int {
    condition.lock()
    defer { condition.unlock() }
    lastNumber &+= 1
    awaited.insert(lastNumber)
    return lastNumber
  }

  /// The statement was answered.
  func end(_ number: Int, _ transaction: GTID?, by owner: ObjectIdentifier) {
    condition.lock()
    awaited.remove(number)
    if let transaction { remember(transaction, owner) }
    condition.broadcast()
    condition.unlock()
  }

  private func remember(_ transaction: GTID, _ owner: ObjectIdentifier) {
    owners[transaction] = owner
    if remembered.count < Self.limit { return remembered.append(transaction) }
    owners[remembered[oldest]] = nil
    remembered[oldest] = transaction
    oldest = (oldest + 1) % Self.limit
  }

  /// Whose transaction it is; nil for one of another process.
  func owner(of transaction: GTID) -> ObjectIdentifier? {
    condition.lock()
    defer { condition.unlock() }
    // What is sent later can't have committed it.
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

  // MARK: One for each server

  private final class Place {
    weak var commits: ServerCommits?
    init(_ commits: ServerCommits) { self.commits = commits }
  }

  private static let places = Lock<[String: Place]>([:])

  /// What stands for the server that a URL names; the same for all URLs that name it in the same way.
  static func of(_ settings: MariaDBSettings) -> ServerCommits {
    let name = settings.hosts.map(\.label).joined(separator: ",")
    return places.withLock { places in
      if let known = places[name]?.commits { return known }
      places = places.filter { $0.value.commits != nil }
      let made = ServerCommits()
      places[name] = Place(made)
      return made
    }
  }
}
