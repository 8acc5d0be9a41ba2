public import Foundation
internal import ORDAThreads

/// A store that is a folder: each object is a file of JSON, which any editor can read.
///
/// Several processes may use a folder at once. What a call has saved survives a power cut, and what a killed process
/// has begun is finished or undone by the next one that comes across it. The first call opens the folder, and throws if
/// that fails; the first save creates it.
public final class FileShelfStore: Sendable {
  private enum State {
    case unopened
    case open(ShelfFolder)
    case closed
  }

  /// The folder's path.
  public let folder: String
  private let options: ShelfFileOptions
  private let state = Lock(State.unopened)
  private let makeSystem: @Sendable (String) throws -> FileSystem
  private let references: @Sendable (Data) -> [ShelfId]
  // Readers don't wait for those who wait for the disk.
  let readers = ThreadPool(limit: 4)
  private let writers = ThreadPool(limit: 8)

  /// A store in a folder, which need not exist yet.
  ///
  /// - Parameters:
  ///   - folder: The folder's path, such as that of an `.objectStore`.
  ///   - options: How objects are kept.
  public convenience init(folder: String, options: ShelfFileOptions = ShelfFileOptions()) {
    self.init(
      folder: folder, options: options, references: { ReferenceScanner.references(in: $0) },
      system: { try FileSystem($0) })
  }

  /// - Parameters:
  ///   - references: Finds the ids that JSON refers to.
  ///   - system: The system calls.
  init(
    folder: String, options: ShelfFileOptions, references: @escaping @Sendable (Data) -> [ShelfId],
    system: @escaping @Sendable (String) throws -> FileSystem
  ) {
    (self.folder, self.options, self.references, makeSystem) = (folder, options, references, system)
  }

  // MARK: The folder

  /// The open store; nil if there is no folder, and none may be made. It blocks.
  private func opened(isMade: Bool) throws -> ShelfFolder? {
    try state.withLock { state in
      switch state {
      case .closed: throw ShelfError.closed
      case .open(let folder): return folder
      case .unopened:
        if options.isReadOnly, isMade { throw ShelfError.readOnly(folder) }
        if isMade { try FileSystem.makeFolders(folder) }
        let system: FileSystem
        do { system = try makeSystem(folder) } catch let fault as FileFault where fault.isMissing && !isMade {
          return nil
        }
        let opened = try ShelfFolder(system, options, references: references) { [writers] in writers.submit($0) }
        state = .open(opened)
        return opened
      }
    }
  }

  /// Reads from the folder; nil if there is none yet.
  func reading<Output: Sendable>(
    _ body: @escaping @Sendable (ShelfFolder) throws -> Output
  ) async throws -> Output? {
    try await readers.run { try self.opened(isMade: false).map(body) }
  }

  /// Changes the folder, and makes it if there is none.
  func writing<Output: Sendable>(
    _ body: @escaping @Sendable (ShelfFolder) throws -> Output
  ) async throws -> Output {
    try await writers.run {
      guard let folder = try self.opened(isMade: true) else { throw ShelfError.closed }
      return try body(folder)
    }
  }
}

extension FileShelfStore: ShelfStore {
  /// Reads objects, as they are at one moment.
  public func read(_ ids: [ShelfId]) async throws -> [StoredObject?] {
    try await reading { try $0.read(ids) } ?? ids.map { _ in nil }
  }

  /// Does all of the writes, or none. When it returns, they would survive a power cut.
  public func write(_ writes: [ShelfWrite]) async throws -> ShelfWriteOutcome {
    try await writing { try $0.write(writes) }
  }

  /// The ids of a type, or all, a page at a time.
  ///
  /// - Throws: ``ShelfError/typesUnknown(_:)`` if a type is given, and the file of types was lost.
  public func ids(type: String?, after id: ShelfId?, limit: Int) async throws -> [ShelfId] {
    try await reading { folder in
      if let type {
        try folder.ids(type: type, after: id, limit: limit)
      } else {
        try folder.ids(after: id, limit: limit)
      }
    } ?? []
  }

  /// Deletes all objects, and nothing else.
  public func wipe() async throws { try await writing { try $0.wipe() } }

  /// Begins to report what other processes, and other stores of the same folder, save and delete; with
  /// ``ShelfFileOptions/watchFolders`` also what programs other than shelves change.
  public func observe(
    _ tell: @escaping @Sendable (ShelfChange) -> Void
  ) async throws -> (any AnyObject & Sendable)? {
    let readers = readers
    if options.isReadOnly { return try await reading { try ChangesWatch($0, readers, tell) } }
    let (options, writers) = (options, writers)
    return try await writing { folder in
      try folder.prepare()
      return try ChangesWatch(folder, readers, edits: options.watchFolders ? EditsWatch(folder, writers) : nil, tell)
    }
  }

  /// Releases the folder. It waits only for earlier calls that have begun.
  public func close() async {
    let folder = state.withLock { state -> ShelfFolder? in
      defer { state = .closed }
      if case .open(let folder) = state { return folder } else { return nil }
    }
    // Whatever fails here, the next one to open it does.
    if let folder { try? await writers.run { try folder.close() } }
  }
}

extension FileShelfStore: IndexedShelfStore {
  /// The fields of a type whose indexes are complete.
  public func completeFields(of type: String) async throws -> Set<ShelfField> {
    try await reading { try $0.withIndex { $0.completeFields(type) } } ?? []
  }

  /// Adds keys of objects that were saved without them.
  public func fill(
    _ type: String, _ keys: [(id: ShelfId, revision: ShelfRevision, keys: [ShelfFieldKey])]
  ) async throws { try await writing { try $0.fill(type, keys) } }

  /// Notes that a field's index has the keys of all objects.
  public func complete(_ field: ShelfField, of type: String) async throws -> Bool {
    try await writing { try $0.complete(field, of: type) }
  }

  /// The objects whose field is in a range, in order.
  public func find(_ search: ShelfSearch) async throws -> [ShelfFinding] {
    try await reading { try $0.withIndex { $0.find(search) } } ?? []
  }

  /// The same with the objects.
  public func findObjects(_ search: ShelfSearch) async throws -> [(finding: ShelfFinding, object: StoredObject?)] {
    try await reading { folder in
      let findings = try folder.withIndex { $0.find(search) }
      return zip(findings, try folder.read(findings.map(\.id))).map { (finding: $0, object: $1) }
    } ?? []
  }

  /// The ids of the objects that refer to an id, in ascending order.
  public func referrers(to target: ShelfId, after id: ShelfId?, limit: Int) async throws -> [ShelfId] {
    try await reading { try $0.withIndex { $0.referrers(to: target, after: id, limit: limit) } } ?? []
  }

  /// How many objects of a type there are.
  public func count(type: String) async throws -> Int { try await reading { try $0.count(type: type) } ?? 0 }

  /// The objects that have expired.
  public func expired(before seconds: Double, limit: Int) async throws -> [ShelfId] {
    try await reading { try $0.expired(before: seconds, limit: limit) } ?? []
  }
}

extension FileShelfStore: BinaryShelfStore {
  /// A part of an object's bytes, which are in a separate file.
  public func readBinary(_ id: ShelfId, of object: ShelfId, from offset: Int, count: Int) async throws -> Data? {
    try await reading { try $0.binary(id, of: object, from: offset, count: count) } ?? nil
  }
}
