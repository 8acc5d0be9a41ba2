/// What becomes of objects that refer to a deleted one.
public enum ShelfDeleteRule: String, Sendable, Hashable, Codable {
  /// Their reference becomes nil, and lists lose it.
  case nullify
  /// They are deleted, too.
  case cascade
  /// It is not deleted.
  case deny
}

extension ShelfDeleteRule: Comparable {
  /// The stricter one is greater: if several apply to one reference it counts.
  public static func < (left: ShelfDeleteRule, right: ShelfDeleteRule) -> Bool { left.strictness < right.strictness }

  private var strictness: Int {
    switch self {
    case .nullify: 0
    case .cascade: 1
    case .deny: 2
    }
  }
}
