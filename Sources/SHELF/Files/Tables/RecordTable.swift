internal import ORDAThreads

/// What a store knows of its objects beside their contents, in a ``RecordFile``: what is sorted stays in the file, what
/// came later is also in memory. Records that other processes append are read before each answer.
class RecordTable: @unchecked Sendable {
  // Proof: what changes is touched only under the mutex, as the methods state.
  private let mutex = Condition()
  let system: FileSystem
  let name: String
  private let newName: String
  private let kind: String
  let isReadOnly: Bool
  /// Nil if there is none, or no usable one.
  private(set) var file: RecordFile?
  /// True if there is a file that can't be used.
  private(set) var isUnusable = false

  init(_ system: FileSystem, name: String, newName: String, kind: String, isReadOnly: Bool) {
    (self.system, self.name, self.newName, self.kind) = (system, name, newName, kind)
    self.isReadOnly = isReadOnly
  }

  /// Forgets what was read, since another file is used from now on.
  func reset() {}
  /// Takes over a record of the tail.
  func absorb(_ record: RecordFile.Record) {}
  /// How many records of the tail are in memory.
  var tailCount: Int { 0 }
  /// Writes the records that count, in the order of their ids, and what else the table sorts.
  func writeSorted(_ writer: RecordFileWriter) throws {}

  /// Runs a body under the mutex, after reading what others have appended.
  func refreshed<Output>(_ body: () throws -> Output) throws -> Output {
    try mutex.withLock {
      try refresh()
      return try body()
    }
  }

  private func refresh() throws {
    if let file, let records = try file.takeTail() {
      for record in records { absorb(record) }
      return
    }
    forget()
    isUnusable = false
    do {
      file = try RecordFile.open(system, name, kind: kind, isReadOnly: isReadOnly)
    } catch is RecordFile.Unusable {
      isUnusable = true
      return
    }
    if file == nil { return }
    // Before the tail is read: it is counted on top of the sorted part.
    reset()
    for record in try file?.takeTail() ?? [] { absorb(record) }
  }

  /// Appends records and takes them over. Needs the mutex and the lock of the tables.
  func append(_ bytes: [UInt8], isSynced: Bool) throws {
    // What a power cut has left between records must not be kept among those that are.
    if file?.hasGap ?? false { try sort() }
    guard let file else { return }
    try file.append(bytes)
    if isSynced { try file.sync() }
    let region = ByteRegion(bytes)
    var offset = 0
    while let record = RecordFile.Record(region, offset) {
      absorb(record)
      offset += record.length
    }
    // If this fails, the next caller tries again.
    if tailCount > max(1 << 16, file.count / 2) { try? sort() }
  }

  /// Replaces the file with an empty one. Needs the mutex and the lock of the tables.
  func empty() throws {
    forget()
    try sort()
  }

  private func forget() {
    file = nil
    reset()
  }

  /// Replaces the file with one in which everything is sorted. Needs the mutex and the lock of the tables.
  func sort() throws {
    let writer = try RecordFileWriter(system, newName, kind: kind)
    do {
      try writeSorted(writer)
    } catch {
      _ = try? system.remove(newName)
      throw error
    }
    try system.rename(newName, to: name)
    try system.syncFolder("")
    forget()
    file = try RecordFile.open(system, name, kind: kind, isReadOnly: isReadOnly)
    reset()
  }
}
