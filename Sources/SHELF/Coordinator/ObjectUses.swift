internal import Foundation
internal import ORDAThreads

/// Which objects were read since the store was last informed, and about how many bytes the objects of a type take up:
/// for types with a limit.
final class ObjectUses: Sendable {
  /// An object that was read.
  struct Use: Sendable {
    var revision: ShelfRevision
    var time: Date
    var bytes: Int
  }

  private struct TypeUses {
    var uses: [ShelfId: Use] = [:]
    /// What they take up, or more: what was replaced counts until everything is counted again. Nil if nobody has
    /// counted yet.
    var bytes: Int?
    /// What was saved since somebody began to make room; nil if nobody is doing so.
    var meanwhile: Int?
  }

  /// When this many uses are remembered, they are passed to the store.
  static let mostUses = 10_000

  private let state = Lock<[String: TypeUses]>([:])

  /// Notes that an object was read.
  ///
  /// - Returns: True when it is time to pass them to the store.
  func note(_ id: ShelfId, of type: String, _ use: Use) -> Bool {
    state.withLock { state in
      var uses = state.removeValue(forKey: type) ?? TypeUses()
      defer { state[type] = uses }
      let isNew = uses.uses.updateValue(use, forKey: id) == nil
      return isNew && uses.uses.count.isMultiple(of: Self.mostUses)
    }
  }

  /// Notes that an object was saved. Its key has the time; but until somebody has counted here there may be no index
  /// yet, and an index made from the objects alone has no times.
  func note(saved id: ShelfId, of type: String, _ use: Use) {
    state.withLock { state in
      if state[type]?.bytes == nil { state[type, default: TypeUses()].uses[id] = use }
    }
  }

  /// The types that have such uses.
  var types: [String] { state.withLock { state in state.filter { !$0.value.uses.isEmpty }.map(\.key).sorted() } }

  /// The uses of a type to pass to the store; they are forgotten here.
  func take(_ type: String) -> [ShelfId: Use] {
    state.withLock { state in
      defer { state[type]?.uses = [:] }
      return state[type]?.uses ?? [:]
    }
  }

  /// Notes what was saved.
  ///
  /// - Returns: True if the caller has to make room: there may be more than allowed, and nobody else is doing it.
  func note(_ bytes: Int, savedOf type: String, limit: Int) -> Bool {
    state.withLock { state in
      var uses = state[type] ?? TypeUses()
      defer { state[type] = uses }
      uses.bytes = uses.bytes.map { $0 + bytes }
      if let meanwhile = uses.meanwhile {
        uses.meanwhile = meanwhile + bytes
        return false
      }
      if uses.bytes.map({ $0 <= limit }) == true { return false }
      uses.meanwhile = 0
      return true
    }
  }

  /// Notes that room was made.
  ///
  /// - Parameter bytes: How much the objects took up when they were counted; nil if that could not be done.
  /// - Returns: False if room must be made again, for what was saved meanwhile.
  func endMakingRoom(_ type: String, _ bytes: Int?, limit: Int) -> Bool {
    state.withLock { state in
      var uses = state[type] ?? TypeUses()
      defer { state[type] = uses }
      uses.bytes = bytes.map { $0 + (uses.meanwhile ?? 0) }
      let isEnough = uses.meanwhile == 0 || uses.bytes.map { $0 <= limit } ?? true
      uses.meanwhile = isEnough ? nil : 0
      return isEnough
    }
  }
}
