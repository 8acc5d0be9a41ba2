internal import ORDAPlatform
internal import ORDAThreads

/// The locks of a store, between processes, other store objects and threads: one for the ids that begin with the same
/// two digits, one for batches, and one for the files about all objects. The system releases them when the process
/// ends.
///
/// They are taken in ascending order. A read-only store has none.
final class ShelfLocks: @unchecked Sendable {
  // Proof: the places are touched only under the condition's lock, except for the file of one that is changing, which belongs
  // to the thread that changes it.

  /// After the locks of the ids.
  static let tables = 257
  /// Before the locks of the ids: whoever writes several objects takes it first.
  static let batch = 256

  private struct Place {
    var file: Int32 = -1
    /// How many threads share it; -1 if one has it exclusively.
    var holders = 0
    /// How many wait for it exclusively.
    var waiting = 0
    /// True while a thread is in a system call.
    var isChanging = false
  }

  private let condition = Condition()
  private let system: FileSystem
  private let isReadOnly: Bool
  private var places = [Place](repeating: Place(), count: 258)
  private var openFiles = 0
  /// How many files are kept open: a process may have a thousand.
  private static let enough = 64

  init(_ system: FileSystem, isReadOnly: Bool) {
    self.system = system
    self.isReadOnly = isReadOnly
  }

  deinit { for place in places where place.file >= 0 { system.close(place.file) } }

  /// Waits for several locks; if it throws, it has none.
  ///
  /// - Parameter numbers: In ascending order.
  func acquire(_ numbers: some Sequence<Int>, isExclusive: Bool) throws {
    var taken: [Int] = []
    do {
      for number in numbers {
        try acquire(number, isExclusive: isExclusive)
        taken.append(number)
      }
    } catch {
      for number in taken { release(number) }
      throw error
    }
  }

  func release(_ number: Int) {
    condition.withLock {
      places[number].holders = max(0, places[number].holders - 1)
      if places[number].holders == 0 {
        // Closing releases the lock, too.
        if openFiles > Self.enough {
          closeFile(number)
        } else if places[number].file >= 0 {
          system.unlock(places[number].file)
        }
      }
      condition.broadcast()
    }
  }

  /// Keeps a few bytes with a lock that this thread has exclusively: what it is about to do.
  func mark(_ number: Int, _ id: ShelfId) throws {
    let file = condition.withLock { places[number].file }
    if file >= 0 { try system.write(file, ByteWriter { $0.add(id) }.bytes, at: 0) }
  }

  /// What the last exclusive holder of the lock was about to do and did not finish.
  func marked(_ number: Int) throws -> ShelfId? {
    let file = condition.withLock { places[number].file }
    if file < 0 { return nil }
    let id = ByteRegion(try system.read(file, at: 0, count: 16)).id(at: 0)
    return id == .null ? nil : id
  }

  // MARK: One lock

  /// Waits for a lock.
  func acquire(_ number: Int, isExclusive: Bool) throws {
    let isShared = condition.withLock {
      if isExclusive { places[number].waiting += 1 }
      defer { if isExclusive { places[number].waiting -= 1 } }
      while isTaken(number, isExclusive: isExclusive) { condition.wait() }
      if places[number].holders > 0 {
        places[number].holders += 1
        return true
      }
      places[number].isChanging = true
      return false
    }
    if isShared { return }
    // Only this thread is here, for this lock.
    let outcome = Result { try lock(number, isExclusive: isExclusive) }
    condition.withLock {
      places[number].isChanging = false
      if case .success = outcome { places[number].holders = isExclusive ? -1 : 1 }
      condition.broadcast()
    }
    try outcome.get()
  }

  private func isTaken(_ number: Int, isExclusive: Bool) -> Bool {
    let place = places[number]
    return place.isChanging || place.holders < 0 || (isExclusive ? place.holders > 0 : place.waiting > 0)
  }

  private func lock(_ number: Int, isExclusive: Bool) throws {
    while true {
      guard let file = try file(number) else { return }
      try system.lock(file, isExclusive: isExclusive)
      if try system.status(of: file).links > 0 { return }
      // Somebody removed it: others would lock another file of its name.
      condition.withLock { closeFile(number) }
    }
  }

  /// The file to lock, opened if necessary; nil if there is none and none can be made.
  private func file(_ number: Int) throws -> Int32? {
    let known = condition.withLock { places[number].file }
    if known >= 0 { return known }
    let name = "\(ShelfNames.locks)/\(Self.name(number))"
    let file: Int32
    do throws(FileFault) {
      file = try open(name)
    } catch {
      if error.isReadOnly || error.isMissing && isReadOnly { return nil }
      throw error
    }
    condition.withLock {
      places[number].file = file
      openFiles += 1
    }
    return file
  }

  private func open(_ name: String) throws(FileFault) -> Int32 {
    if isReadOnly { return try system.open(name, O_RDONLY) }
    do {
      return try system.open(name, O_RDWR | O_CREAT)
    } catch {
      if !error.isMissing { throw error }
      try system.makeFolder(ShelfNames.locks)
      return try system.open(name, O_RDWR | O_CREAT)
    }
  }

  private func closeFile(_ number: Int) {
    if places[number].file < 0 { return }
    system.close(places[number].file)
    places[number].file = -1
    openFiles -= 1
  }

  static func name(_ number: Int) -> String {
    switch number {
    case tables: "tables"
    case batch: "batch"
    default: ShelfNames.digits(UInt8(truncatingIfNeeded: number))
    }
  }
}
