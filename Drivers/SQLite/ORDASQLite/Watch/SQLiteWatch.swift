internal import CSQLite
internal import FileWatch
internal import ORDA
internal import ORDAPlatform
internal import ORDAThreads
internal import Synchronization

/// A thread that notices the commits of other programs, while somebody listens.
///
/// The system reports when one of the database's files is written. That is too early, since the bytes of a commit are
/// written before it counts. So the watch looks at the count of commits again after growing pauses. If the system
/// reports nothing, or something was missed, a slow look finds it. In a write-ahead log the count is in memory that all
/// connections share, so a look costs next to nothing; with another journal it is read under a lock.
final class SQLiteWatch: CommitWatch, @unchecked Sendable {
  // Proof: `isStopping`, `problem`, `requests`, `signal` and `ended` protect themselves; the rest never changes, or is
  // used on the watch's thread alone once it runs.
  private unowned let file: SQLiteFile
  private let path: String
  private let identity: FileIdentity
  /// It holds the file, which lets go of its watch when nobody listens any more.
  private let connection: SQLiteConnection
  private let isWriteAheadLogged: Bool
  /// Nil if the system reports writes to a file only to those who have opened it: closing it would drop SQLite's locks.
  private let files: FileWatch?
  private let signal = WatchSignal()
  private let thread = WorkerThread()
  private let isStopping = Lock(false)
  private let ended = Promise<Void>()
  private let problem = Lock<String?>(nil)
  private let requests = WatchRequests()
  /// What the last look saw.
  private var lastCount: UInt32?
  private var lastSchema: (cookie: Int64, version: Int)?

  #if os(Linux)
    static let means = "inotify and the count of commits for other programs"
    /// How long to wait before looking if the system reports nothing.
    private static let idle: Duration = .seconds(1)
  #else
    static let means = "a look at the count of commits every 20 ms for other programs"
    private static let idle: Duration = .milliseconds(20)
  #endif

  /// Pauses between the looks that follow a change of a file, in microseconds. Further changes are noticed during the
  /// longer ones; the short ones are slept through, so that many changes don't cause as many looks.
  private static let pauses: [useconds_t] = [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800]

  /// Opens the connection that looks, and notes the current count of commits.
  init(_ file: SQLiteFile, _ settings: SQLiteSettings) throws(DatabaseError) {
    guard let path = file.path, let identity = FileIdentity(path: path) else {
      throw DatabaseError(.cannotOpen, "the file is gone")
    }
    self.file = file
    self.path = path
    self.identity = identity
    var settings = settings
    settings.path = path
    settings.mode = .readOnly
    settings.busyTimeout = .milliseconds(500)
    // It must not lock anybody out.
    settings.pragmas.removeAll { SQLiteName.equal($0.name, "locking_mode") }
    connection = try SQLiteConnection(settings, role: .reader)
    isWriteAheadLogged = connection.isWriteAheadLogged
    guard FileIdentity(path: path) == identity else {
      connection.close()
      throw DatabaseError(.cannotOpen, "the file is being replaced")
    }
    #if os(Linux)
      let signal = signal
      files = FileWatch(["", "-wal", "-journal"].map { .file(path + $0) }) { _ in signal.change() }
    #else
      files = nil
    #endif
    try begin()
  }

  /// Notes the current count; later commits are reported. Waits for a commit under way.
  private func begin() throws(DatabaseError) {
    let patience = MonotonicTime.now + .seconds(1)
    while true {
      let (count, look) = file.look { self.count() }
      if look != .undecided, let count {
        lastCount = count
        return noteSchema()
      }
      guard MonotonicTime.now < patience else {
        end()
        throw DatabaseError(.busy, "a commit of this process does not end")
      }
      usleep(200)
    }
  }

  private func end() {
    files?.stop()
    connection.close()
  }

  /// How other programs' commits are noticed.
  var means: String { files?.limitation == nil ? Self.means : "the count of commits for other programs" }
  /// What works less well than it could.
  var limitation: String? {
    if let problem = problem.withLock({ $0 }) { return problem }
    if files?.limitation == nil { return nil }
    return "the system gives no inotify watch, so that commits are looked for every second"
  }

  func start() { thread.submit { self.run() } }

  func catchUp() -> Bool {
    let request = requests.make()
    signal.ask()
    return requests.wait(for: request, until: .now + .seconds(1))
  }

  /// Ends the thread and closes its connection; waits for that, except on the thread itself.
  func stop() {
    isStopping.withLock { $0 = true }
    signal.ask()
    if !thread.isCurrent { ended.wait() }
    thread.stop()
  }

  // MARK: On its own thread

  private func run() {
    while !mustStop {
      let isTold = signal.wait(until: .now + Self.idle)
      if mustStop { break }
      answerRequests()
      _ = look()
      if isTold { lookAgain() } else { checkPlace() }
    }
    requests.end()
    end()
    ended.keep(())
  }

  private var mustStop: Bool { isStopping.withLock { $0 } }

  /// Looks until it is sure, if somebody waits for that.
  private func answerRequests() {
    while let request = requests.last, !mustStop {
      if look(), count() == lastCount { return requests.answer(request) }
      usleep(100)
    }
  }

  /// Keeps looking for as long as a commit may take from its first byte on.
  private func lookAgain() {
    var next = 0
    while next < Self.pauses.count, !mustStop {
      let pause = Self.pauses[next]
      next += 1
      if pause <= 1_000 {
        usleep(pause)
      } else if signal.wait(until: .now + .microseconds(Int(pause))) {
        next = 0
      }
      answerRequests()
      // A commit of this process is under way; it will be over in a moment.
      if !look(), next == Self.pauses.count { next -= 1 }
    }
  }

  /// Looks at the count; false if that did not tell yet.
  private func look() -> Bool {
    let (count, look) = file.look {
      let count = self.count()
      return count == lastCount ? nil : count
    }
    if look == .undecided { return false }
    guard let count else { return true }
    lastCount = count
    let before = lastSchema
    noteSchema()
    // A schema that changed although no connection of this process changed it.
    if let before, let now = lastSchema, before.cookie != now.cookie, before.version == now.version {
      file.noteForeignSchemaChange()
      noteSchema()
    }
    return true
  }

  private func noteSchema() {
    let version = file.schemaVersion.load(ordering: .sequentiallyConsistent)
    guard let cookie = (try? connection.rows(of: "PRAGMA schema_version", []))?.first?.int(0) else { return }
    lastSchema = (cookie, version)
  }

  /// The count of commits; nil if it can't be read now because somebody is about to commit.
  private func count() -> UInt32? {
    var count: UInt32 = 0
    if isWriteAheadLogged {
      return orda_sqlite3_commit_count(connection.database, "main", 1, &count) != 0 ? count : nil
    }
    do throws(DatabaseError) {
      _ = try connection.rows(of: "BEGIN", [])
      defer { try? connection.rollback() }
      _ = try connection.rows(of: "PRAGMA schema_version", [])
      return orda_sqlite3_commit_count(connection.database, "main", 0, &count) != 0 ? count : nil
    } catch { return nil }
  }

  /// Notices that another file has replaced this one: nobody here sees what is written there.
  private func checkPlace() {
    if FileIdentity(path: path) == identity { return }
    problem.withLock { $0 = "the file was replaced or removed, so that others write another one" }
  }
}
