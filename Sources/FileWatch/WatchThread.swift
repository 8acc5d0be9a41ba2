internal import ORDAPlatform
internal import ORDAThreads

/// The thread that waits for the system's reports about folders, and passes them to the watches.
final class WatchThread: @unchecked Sendable {
  // Proof: what changes is touched only under the lock; `wake` never changes, and is closed when nobody writes to it any more.
  private let lock = Condition()
  private let interval: Duration
  private let makeNotifier: @Sendable () -> (any FolderNotifier)?
  private let wake: (read: Int32, write: Int32)
  private var notifier: (any FolderNotifier)?
  private var folders: [String: WatchedFolder] = [:]
  /// The paths of the folders by the system's numbers: two paths may lead to one folder.
  private var numbers: [Int32: Set<String>] = [:]
  /// True while a missing folder may be made at any time.
  private var isWaitingForFolder = false
  /// True if the system gave no thread.
  private var isIdle = false
  private var isOver = false

  /// How long it rests after a report: what follows closely is reported together, and a program that writes all the
  /// time does not keep the thread busy.
  private static let rest: Duration = .milliseconds(1)
  /// How often to look for missing folders.
  private static let patience: Duration = .milliseconds(100)

  init(lookingEvery interval: Duration, _ makeNotifier: @escaping @Sendable () -> (any FolderNotifier)?) {
    self.interval = interval
    self.makeNotifier = makeNotifier
    notifier = makeNotifier()
    var ends: [Int32] = [-1, -1]
    // Without a pipe it wakes by itself, only later.
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
    }
    wake = (ends[0], ends[1])
  }

  func start() {
    if !DetachedThread.start({ self.run() }) { lock.withLock { isIdle = true } }
  }

  // MARK: What is watched

  /// False if the thread has ended, or is about to.
  func add(_ places: [FileWatch.Place], for listener: WatchListener) -> Bool {
    lock.withLock {
      if isOver { return false }
      for place in places {
        let folder = folders[place.folder] ?? WatchedFolder(path: place.folder)
        folders[place.folder] = folder
        folder.add(place, for: listener)
        settle(folder)
        // An existing listing stays: there may be changes since then that were not reported yet.
        if folder.listing == nil, isListed(folder) { folder.listing = folder.look() }
      }
      wakeUp()
      return true
    }
  }

  func remove(_ places: Set<FileWatch.Place>, of listener: WatchListener) {
    lock.withLock {
      if isOver { return }
      for place in places {
        guard let folder = folders[place.folder] else { continue }
        folder.remove(place, of: listener)
        guard folder.isEmpty else { continue }
        letGo(of: folder)
        folders[place.folder] = nil
      }
      if folders.isEmpty {
        isOver = true
        wakeUp()
      }
    }
  }

  func limitation(of places: Set<FileWatch.Place>) -> String? {
    lock.withLock {
      if isIdle { return "the system gives no thread, so that nothing is noticed" }
      let reason = notifier == nil ? "no instance" : places.lazy.compactMap { self.folders[$0.folder]?.refusal }.first
      return reason.map { "the system gives no watch (\($0)), so that folders are looked at every \(interval)" }
    }
  }

  private func wakeUp() {
    var byte: UInt8 = 1
    _ = write(wake.write, &byte, 1)
  }

  // MARK: Folders, under the lock

  /// True if changes in it are found by looking.
  private func isListed(_ folder: WatchedFolder) -> Bool {
    folder.identity != nil && (folder.number == nil || notifier?.needsListings ?? true)
  }

  /// Has the system watch a folder, unless it does already; true if the path leads elsewhere than before.
  @discardableResult
  private func settle(_ folder: WatchedFolder) -> Bool {
    let identity = FileIdentity(folder: folder.path)
    let isAnother = identity != folder.identity
    if isAnother {
      letGo(of: folder)
      folder.identity = identity
    }
    if identity == nil {
      isWaitingForFolder = true
    } else if folder.number == nil {
      switch notifier?.add(folder.path) {
      case .watched(let number):
        folder.number = number
        folder.refusal = nil
        numbers[number, default: []].insert(folder.path)
      case .missing:
        folder.identity = nil
        isWaitingForFolder = true
      case .refused(let reason): folder.refusal = reason
      case nil: break
      }
    }
    return isAnother
  }

  private func letGo(of folder: WatchedFolder) {
    folder.identity = nil
    folder.listing = nil
    folder.refusal = nil
    guard let number = folder.number else { return }
    folder.number = nil
    numbers[number]?.remove(folder.path)
    guard numbers[number]?.isEmpty ?? false else { return }
    numbers[number] = nil
    notifier?.remove(number)
  }

  // MARK: On the thread

  private func run() {
    var nextLook = MonotonicTime.now + interval
    while !lock.withLock({ isOver }) {
      wait(until: nextLook)
      let isDue = MonotonicTime.now >= nextLook
      let (told, pause) = lock.withLock {
        var told = Told()
        for notice in notifier?.take() ?? [] { note(notice, in: &told) }
        if isDue { look(&told) }
        return (told, isWaitingForFolder ? min(interval, Self.patience) : interval)
      }
      let latest = MonotonicTime.now + pause
      nextLook = isDue ? latest : min(nextLook, latest)
      for (listener, changes) in told.all { listener.tell(changes) }
      if !told.isEmpty { MonotonicTime.sleep(Self.rest) }
    }
    lock.withLock {
      notifier?.close()
      notifier = nil
      for end in [wake.read, wake.write] where end >= 0 { close(end) }
    }
  }

  private func wait(until moment: MonotonicTime) {
    let descriptor = lock.withLock { notifier?.descriptor } ?? -1
    let limit = wake.read < 0 ? min(interval, Self.patience) : interval
    let left = min(moment - .now, limit).clampedNanoseconds / 1_000_000 + 1
    // A negative one is ignored.
    var wanted = [
      pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&wanted, 2, Int32(clamping: left)) > 0, wanted[0].revents != 0 else { return }
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    while read(wake.read, &bytes, bytes.count) == bytes.count {}
  }

  private func note(_ notice: FolderNotice, in told: inout Told) {
    switch notice {
    case .entry(let number, let name):
      for folder in folders(number) {
        if let name { told.add(folder.targets(of: name)) } else { told.add(folder.allTargets) }
      }
    case .entries(let number): for folder in folders(number) { compare(folder, &told) }
    case .place(let number):
      for folder in folders(number) {
        letGo(of: folder)
        settle(folder)
        begin(folder, &told)
      }
    case .lost: for folder in folders.values { told.add(folder.allTargets, isEverything: true) }
    }
  }

  private func folders(_ number: Int32) -> [WatchedFolder] { (numbers[number] ?? []).compactMap { folders[$0] } }

  /// Checks whether the folders are where they were, and what the system does not report.
  private func look(_ told: inout Told) {
    isWaitingForFolder = false
    if notifier == nil { notifier = makeNotifier() }
    for folder in folders.values {
      if settle(folder) { begin(folder, &told) } else if folder.listing != nil { compare(folder, &told) }
    }
  }

  /// The folder is another one, or gone.
  private func begin(_ folder: WatchedFolder, _ told: inout Told) {
    folder.listing = isListed(folder) ? folder.look() : nil
    told.add(folder.allTargets)
  }

  private func compare(_ folder: WatchedFolder, _ told: inout Told) {
    guard let before = folder.listing else { return }
    let now = folder.look()
    for name in now.changes(since: before) { told.add(folder.targets(of: name)) }
    folder.listing = isListed(folder) ? now : nil
  }
}

/// What to report, and to whom.
private struct Told {
  private var changes: [ObjectIdentifier: (listener: WatchListener, changes: FileChanges)] = [:]

  var isEmpty: Bool { changes.isEmpty }
  var all: [(WatchListener, FileChanges)] { changes.values.map { ($0.listener, $0.changes) } }

  mutating func add(_ targets: [WatchedFolder.Target], isEverything: Bool = false) {
    for target in targets {
      let key = ObjectIdentifier(target.listener)
      changes[key, default: (target.listener, FileChanges())].changes.paths.insert(target.path)
      if isEverything { changes[key]?.changes.isEverything = true }
    }
  }
}
