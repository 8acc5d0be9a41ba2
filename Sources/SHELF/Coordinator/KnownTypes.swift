internal import Foundation
internal import ORDAThreads

/// The types that a shelf has met, by the names that stores know them by: what has to be done with objects of a type that only the
/// store names.
final class KnownTypes: Sendable {
  private struct State {
    var types: [String: any ShelfData.Type] = [:]
    /// How many past contents are kept, of types that want it.
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
    let bytes = try Object.shelfMaxBytes == nil ? 0 : ObjectCoder.encode(object).bytes
    return PendingChange(stored, replacing: changed.contents, keys: object.keys(bytes: bytes, used: Date()))
  }
}
