internal import Foundation
internal import ORDAThreads

/// The types that a shelf has met, by their names in stores: for work on objects whose type only the store names.
final class KnownTypes: Sendable {
  private struct State {
    var types: [String: any ShelfData.Type] = [:]
    /// How many past contents are kept, for types that keep them.
    var pastCounts: [String: Int] = [:]
    /// Types whose objects have a limit in bytes.
    var limited: [String: any ShelfData.Type] = [:]
  }

  private let state = Lock(State())
  private let coder: ObjectCoder

  init(_ coder: ObjectCoder) { self.coder = coder }

  func note<Object: ShelfData>(_ type: Object.Type) {
    state.withLock { state in
      guard state.types.updateValue(type, forKey: Object.shelfName) == nil else { return }
      if Object.shelfHistory > 0 { state.pastCounts[Object.shelfName] = Object.shelfHistory }
      if Object.shelfMaxBytes != nil { state.limited[Object.shelfName] = type }
    }
  }

  /// True if any type's objects have a limit in bytes.
  var isAnyLimited: Bool { state.withLock { !$0.limited.isEmpty } }

  /// The type with a name, if its objects have a limit in bytes.
  func limited(_ name: String) -> (any ShelfData.Type)? { state.withLock { $0.limited[name] } }

  /// True if any type keeps past contents.
  var isAnyPastKept: Bool { state.withLock { !$0.pastCounts.isEmpty } }

  /// How many past contents a type keeps; nil for none.
  func pastCount(of type: String?) -> Int? { state.withLock { state in type.flatMap { state.pastCounts[$0] } } }

  /// Removes references from an object.
  func removing(_ targets: Set<ShelfId>, from stored: StoredObject) throws(ShelfError) -> PendingChange {
    let known = state.withLock { state in stored.type.flatMap { state.types[$0] } }
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
    // Decode it, since it may need the reference.
    guard let object = try? coder.decode(type, changed) else {
      throw .stillReferenced(targets.min() ?? stored.id, by: stored.id)
    }
    let bytes = try Object.shelfMaxBytes == nil ? 0 : ObjectCoder.encode(object).bytes
    return PendingChange(stored, replacing: changed.contents, keys: object.keys(bytes: bytes, used: Date()))
  }
}
