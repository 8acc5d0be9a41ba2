internal import Foundation

/// The objects of a store, in the order of their ids, a page at a time: as many as fit into little memory, however long
/// each is.
struct StoredPages: Sendable {
  private static let mostObjects = 1_000
  /// The maximum size of a page's JSON in bytes, if its objects are as long as those before.
  private static let mostBytes = 8 << 20

  /// A page's content.
  struct Page: Sendable {
    /// The objects, without those that were deleted after their ids were read.
    let objects: [StoredObject]
    /// The last of the page's ids, up to which everything was looked at; nil for the last page.
    let end: ShelfId?
  }

  private let store: any ShelfStore
  private let type: String?
  private var last: ShelfId?
  private var length = 100
  private var isOver = false

  init(_ store: any ShelfStore, type: String? = nil) {
    self.store = store
    self.type = type
  }

  /// The next page, which may have no objects; nil after the last one.
  ///
  /// - Parameter unreadable: Is called with an object that can't be read; it either throws, or has it left out.
  mutating func next(
    unreadable: (ShelfId, any Error) throws -> Void = { _, error in throw error }
  ) async throws -> Page? {
    if isOver { return nil }
    try Task.checkCancellation()
    let ids = try await store.ids(type: type, after: last, limit: length)
    let objects = ids.isEmpty ? [] : try await read(ids, unreadable)
    isOver = ids.count < length
    last = ids.last
    let bytes = objects.reduce(1) { $0 + $1.contents.count }
    // A single object may be longer than the limit.
    length = min(Self.mostObjects, length * 4, max(1, Self.mostBytes / (bytes / max(1, objects.count) + 1)))
    return Page(objects: objects, end: isOver ? nil : last)
  }

  /// The existing objects: if one on a page can't be read, all of the page are read singly.
  private func read(_ ids: [ShelfId], _ unreadable: (ShelfId, any Error) throws -> Void) async throws -> [StoredObject]
  {
    do { return try await store.read(ids).compactMap { $0 } } catch { try Self.rethrow(error) }
    var objects: [StoredObject] = []
    for id in ids {
      try Task.checkCancellation()
      do { objects += try await store.read([id]).compactMap { $0 } } catch {
        try Self.rethrow(error)
        try unreadable(id, error)
      }
    }
    return objects
  }

  /// Rethrows errors that no single object is to blame for.
  private static func rethrow(_ error: any Error) throws {
    switch ShelfError(error) {
    case .database, .cancelled, .closed: throw error
    default: return
    }
  }
}
