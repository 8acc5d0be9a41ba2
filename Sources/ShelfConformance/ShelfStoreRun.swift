internal import Foundation
internal import SHELF

/// What a case works with: a store in a fresh place, and checks.
final class ShelfStoreRun: Sendable {
  let place: ShelfStorePlace
  var store: any ShelfStore { place.store }

  init(_ place: ShelfStorePlace) { self.place = place }

  /// The store with its indexes, for cases that require it.
  var indexed: any IndexedShelfStore {
    get throws {
      guard let store = store as? any IndexedShelfStore else { throw ShelfStoreFailure("it has no indexes") }
      return store
    }
  }

  /// The store with its snapshots, for cases that require it.
  var snapshots: any SnapshotShelfStore {
    get throws {
      guard let store = store as? any SnapshotShelfStore else { throw ShelfStoreFailure("it has no snapshots") }
      return store
    }
  }

  /// Another store of the same place, for cases that require one.
  func another() async throws -> any ShelfStore {
    guard let another = place.another else { throw ShelfStoreFailure("there is no other store of its place") }
    return try await another()
  }

  /// Why a case does not run on this store; nil if it does.
  func reasonToSkip(_ need: ShelfStoreCase.Need) async throws -> String? {
    switch need {
    case .nothing: return nil
    case .indexes: return store is any IndexedShelfStore ? nil : "it has no indexes"
    case .snapshots: return store is any SnapshotShelfStore ? nil : "it has no snapshots"
    case .binaries: return store is any BinaryShelfStore ? nil : "it keeps no bytes beside JSON"
    case .another: return place.another == nil ? "each store is its own" : nil
    case .changes:
      if place.another == nil { return "each store is its own" }
      return try await store.observe { _ in } == nil ? "it can't tell of changes" : nil
    }
  }

  func end() async { await store.close() }
}

// MARK: Checks

extension ShelfStoreRun {
  /// Fails if two values differ.
  func expect<T: Equatable>(_ what: String, _ found: T, _ expected: T) throws {
    guard found == expected else {
      throw ShelfStoreFailure("\(what): found \(Self.text(found)), and not \(Self.text(expected))")
    }
  }

  /// Fails if something is not so.
  func expect(_ what: String, _ isSo: Bool) throws { if !isSo { throw ShelfStoreFailure("not so: \(what)") } }

  private static func text(_ value: some Any) -> String {
    let text = "\(value)"
    return text.utf8.count > 400 ? "\(text.prefix(400))…" : text
  }
}

// MARK: Writes

extension ShelfStoreRun {
  /// Contents of a type.
  static func contents(
    _ json: String = "{}", type: String? = "T", expires: Date? = nil, references: [ShelfId] = [],
    keys: [ShelfFieldKey]? = [], binaries: [ShelfBinary] = []
  ) -> ShelfWrite.Contents {
    ShelfWrite.Contents(
      type: type, json: Data(json.utf8), expires: expires, references: references, keys: keys, binaries: binaries)
  }

  /// Stores an object, which must succeed, and returns its revision.
  @discardableResult
  func put(
    _ id: ShelfId, _ contents: ShelfWrite.Contents = contents(), expecting: ShelfWrite.Expectation = .anything,
    in store: (any ShelfStore)? = nil
  ) async throws -> ShelfRevision {
    let revisions = try await written([ShelfWrite(id, expecting: expecting, .put(contents))], in: store)
    guard let revision = revisions.first ?? nil else { throw ShelfStoreFailure("a put has no revision") }
    return revision
  }

  /// Does writes, which must succeed, and returns the revisions.
  @discardableResult
  func written(_ writes: [ShelfWrite], in store: (any ShelfStore)? = nil) async throws -> [ShelfRevision?] {
    let outcome = try await (store ?? self.store).write(writes)
    guard case .written(let revisions) = outcome else {
      throw ShelfStoreFailure("a write was refused: \(outcome)")
    }
    try expect("the number of revisions", revisions.count, writes.count)
    return revisions
  }

  /// The object of an id.
  func object(_ id: ShelfId, in store: (any ShelfStore)? = nil) async throws -> StoredObject? {
    let objects = try await (store ?? self.store).read([id])
    try expect("the number of objects read", objects.count, 1)
    return objects.first ?? nil
  }

  /// The JSON of an id, as text; nil if there is no object.
  func json(_ id: ShelfId, in store: (any ShelfStore)? = nil) async throws -> String? {
    try await object(id, in: store).map { String(decoding: $0.contents, as: UTF8.self) }
  }

  /// New ids in ascending order.
  static func ids(_ count: Int) -> [ShelfId] { (0..<count).map { _ in ShelfId() }.sorted() }
}
