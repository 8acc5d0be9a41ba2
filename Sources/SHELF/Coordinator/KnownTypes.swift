internal import Foundation
internal import ORDAThreads

/// The types that a shelf has met, by the names that stores know them by: what has to be done with objects of a type that only the
/// store names.
final class KnownTypes: Sendable {
  private let types: Lock<[String: any ShelfData.Type]> = Lock([:])
  private let coder: ObjectCoder

  init(_ coder: ObjectCoder) { self.coder = coder }

  func note<Object: ShelfData>(_ type: Object.Type) {
    types.withLock { types in
      if types[Object.shelfName] == nil { types[Object.shelfName] = type }
    }
  }

  /// The types' names.
  var names: [String] { types.withLock { $0.keys.sorted() } }

  /// Takes references out of an object.
  func removing(_ targets: Set<ShelfId>, from stored: StoredObject) throws(ShelfError) -> PendingChange {
    let known = types.withLock { types in stored.type.flatMap { types[$0] } }
    guard let known else {
      throw .unsupported(
        """
        \(stored.id) refers to what is deleted, and its type \(stored.type ?? "") is not known here: say \
        shelf.register(\(stored.type ?? "Type").self)
        """)
    }
    return try removing(targets, from: stored, known)
  }

  private func removing<Object: ShelfData>(
    _ targets: Set<ShelfId>, from stored: StoredObject, _ type: Object.Type
  ) throws(ShelfError) -> PendingChange {
    var changed = stored
    changed.contents = ReferenceScanner.removing(targets, from: stored.contents)
    // Read it, for it may be that it can't be without the reference.
    guard let object = try? coder.decode(type, changed) else {
      throw .stillReferenced(targets.min() ?? stored.id, by: stored.id)
    }
    return PendingChange(
      stored, replacing: changed.contents,
      keys: Object.shelfIndexes.map { ShelfFieldKey($0.field, $0.key(object)) })
  }
}
