internal import Foundation
internal import ORDAThreads

/// An open store: its folder, and what is known of it. Its calls block.
final class ShelfFolder: @unchecked Sendable {
  // Proof: what changes is touched only under the mutex; the parts protect themselves.
  let system: FileSystem
  let isReadOnly: Bool
  let locks: ShelfLocks
  let types: TypeTable
  let index: IndexTable
  /// Finds what JSON refers to.
  let references: @Sendable (Data) -> [ShelfId]
  /// Runs work that nobody waits for.
  let later: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let mutex = Condition()
  private var config: ShelfConfig?
  private var knownLog: BatchLog?
  private var knownChanges: ChangesFile?
  private var isPrepared = false
  private let wanted: ShelfFileOptions
  /// The inner folders known not to be links, a bit each.
  private var trusted = [UInt64](repeating: 0, count: 1 << 10)

  init(
    _ system: FileSystem, _ options: ShelfFileOptions, references: @escaping @Sendable (Data) -> [ShelfId],
    later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) throws {
    self.later = later
    self.system = system
    self.references = references
    wanted = options
    isReadOnly = options.isReadOnly
    locks = ShelfLocks(system, isReadOnly: options.isReadOnly)
    types = TypeTable(system, isReadOnly: options.isReadOnly)
    index = IndexTable(system, isReadOnly: options.isReadOnly)
    config = try ShelfConfig.read(system)
    try config?.requireKnown(system.path)
  }

  /// How contents are packed.
  var packing: ShelfFileOptions.Compression {
    get throws {
      try mutex.withLock {
        // Somebody may have made the store since.
        if config == nil { config = try ShelfConfig.read(system) }
        try config?.requireKnown(system.path)
        return config.flatMap { ShelfFileOptions.Compression(rawValue: $0.compression) } ?? .none
      }
    }
  }

  // MARK: Its files

  /// The log of batches; nil if there is none yet.
  func log() throws -> BatchLog? {
    try mutex.withLock {
      if knownLog.map({ $0.isReadOnly && isPrepared }) ?? true {
        knownLog = try BatchLog(system, isReadOnly: !isPrepared)
      }
      return knownLog
    }
  }

  /// The file of changes; nil if there is none and none may be made.
  func changes(isMade: Bool) throws -> ChangesFile? {
    try mutex.withLock {
      if let known = knownChanges, try known.isCurrent(), known.isWritable || !isMade { return known }
      let writer = knownChanges?.writer
      knownChanges = try ChangesFile(system, isReadOnly: isReadOnly || !isMade, writer: writer)
      return knownChanges
    }
  }

  /// Makes the parts of a store that are missing.
  func prepare() throws {
    if isReadOnly { throw ShelfError.readOnly(system.path) }
    if mutex.withLock({ isPrepared }) { return }
    try withTables {
      if let config = try ShelfConfig.read(system) {
        try config.requireKnown(system.path)
        try Self.require(ShelfFileOptions.Compression(rawValue: config.compression) ?? .none)
        mutex.withLock { self.config = config }
        return
      }
      let hasObjects = try !outerFolders().isEmpty
      let config = ShelfConfig(compression: hasObjects ? "none" : wanted.compression.rawValue)
      try Self.require(wanted.compression)
      if !hasObjects {
        try types.refreshed { try types.create(isPartial: false) }
        try index.refreshed { try index.empty() }
      }
      try config.write(system)
      mutex.withLock { self.config = config }
    }
    mutex.withLock { isPrepared = true }
    try recover()
  }

  /// True if this one may have written.
  var wasWritten: Bool { mutex.withLock { isPrepared } }

  /// Runs a body with the lock of the files about all objects.
  func withTables<Output>(_ body: () throws -> Output) throws -> Output {
    try locks.acquire(ShelfLocks.tables, isExclusive: true)
    defer { locks.release(ShelfLocks.tables) }
    return try body()
  }

  /// The folders of the first two digits, in ascending order.
  func outerFolders() throws -> [String] {
    try system.names(in: "").filter { ShelfNames.byte($0) != nil }.sorted()
  }

  // MARK: Links

  /// Throws if one of the folders around an object is a link, or not a folder at all.
  func requireFolders(_ id: ShelfId) throws {
    let number = Int(id.high >> 48)
    if mutex.withLock({ trusted[number / 64] >> UInt64(number % 64) & 1 == 1 }) { return }
    for name in [id.outerFolder, id.folder] {
      guard let status = try system.status(name) else { return }
      if status.kind != .folder { throw ShelfError.damaged("'\(name)' in \(system.path) is no folder") }
    }
    mutex.withLock { trusted[number / 64] |= 1 << UInt64(number % 64) }
  }
}
