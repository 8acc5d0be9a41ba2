internal import Foundation

/// The index's value for one field of an object: it can be ordered, the same way in every store.
public enum ShelfKey: Sendable, Hashable {
  /// The field is nil. It comes before all others.
  case null
  /// A whole number; also true and false.
  case integer(Int64)
  /// A number with a fraction, or seconds; never one that isn't finite, and never -0.0.
  case number(Double)
  /// A text, ordered as Swift orders it: by the scalars of its composed form (NFC).
  case text(String)
}

extension ShelfKey {
  /// How many bytes of a string an index has: strings with the same beginning are distinguished by reading the objects.
  public static let longestText = 1_000

  /// The key as bytes with the same order: at most ``longestText`` plus one.
  ///
  /// A text is cut after ``longestText`` bytes, so two long ones may have the same bytes.
  public var bytes: [UInt8] {
    switch self {
    case .null: [0]
    case .integer(let value): Self.bytes(1, UInt64(bitPattern: value) ^ 1 << 63)
    case .number(let value): Self.bytes(2, Self.ordered(value))
    case .text(let value):
      [3] + value.precomposedStringWithCanonicalMapping.utf8.prefix(Self.longestText)
    }
  }

  /// True for bytes that may come from a cut string.
  static func isCut(_ bytes: [UInt8]) -> Bool { bytes.count > longestText }

  private static func bytes(_ tag: UInt8, _ number: UInt64) -> [UInt8] {
    [tag] + (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
  }

  /// The bits of a double as a number with the same order: negative ones are inverted.
  private static func ordered(_ value: Double) -> UInt64 {
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}

extension ShelfKey: Comparable {
  /// Nil first, then by value. Of different types, which one field never has, whole numbers come first, then the
  /// others, then strings.
  public static func < (left: ShelfKey, right: ShelfKey) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    default: left.rank < right.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer: 1
    case .number: 2
    case .text: 3
    }
  }
}
