internal import Foundation
internal import ORDAThreads

/// The types that a shelf has met, by the names that stores know them by: what has to be done with objects of a type that only the
/// store names.
final class KnownTypes: Sendable {
  private struct State {
    var types: [String: any ShelfData.Type] = [:]
    /// How many past contents are kept, of types that want it.
    var pastCounts: [String: Int] = [:]
  }

  private let state = Lock(State())
  private let coder: ObjectCoder

  init(_ coder: ObjectCoder) { self.coder = coder }

  func note<Object: ShelfData>(_ type: Object.Type) {
    state.withLock { state in
      guard state.types.updateValue(type, forKey: Object.shelfName) == nil, Object.shelfHistory > 0 else { return }
      state.pastCounts[Object.shelfName] = Object.shelfHistory
    }
  }

  /// True where some type wants past contents to be kept.
  var isAnyPastKept: Bool { state.withLock { !$0.pastCounts.isEmpty } }

  /// How many past contents a type wants to be kept; nil for none.
  func pastCount(of type: String?) -> Int? { state.withLock { state in type.flatMap { state.pastCounts[$0] } } }

  /// Takes references out of an object.
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
    // Read it, for it may be that it can't be without the reference.
    guard let object = try? coder.decode(type, changed) else {
      throw .stillReferenced(targets.min() ?? stored.id, by: stored.id)
    }
    return PendingChange(
      stored, replacing: changed.contents,
      keys: Object.shelfIndexes.map { ShelfFieldKey($0.field, $0.key(object)) })
  }
}
