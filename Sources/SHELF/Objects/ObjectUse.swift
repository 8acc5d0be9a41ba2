internal import Foundation

/// When an object was last used, and how many bytes it takes up: the key of SHELF's own index for types with
/// ``ShelfData/shelfMaxBytes``.
///
/// As a key it comes and goes with the object, whoever saves or deletes it, and the store has the objects in the order
/// of their removal.
struct ObjectUse: Sendable, Hashable {
  static let field = ShelfField("ㅅuse፠‘", kind: "use")

  /// In microseconds since 2001-01-01; 0 if it is not known.
  var time: UInt64
  /// Of the JSON and what is stored beside it.
  var bytes: UInt64

  init(_ time: Date, bytes: Int) {
    self.time = UInt64(max(0, time.timeIntervalSinceReferenceDate * 1_000_000))
    self.bytes = UInt64(max(0, bytes))
  }

  private static let digits = 16

  /// All digits of the number, so that strings have the same order as times.
  var key: ShelfKey { .text(Self.text(time) + Self.text(bytes)) }

  /// The use that a key contains; nil for an object that could not be read when the index was filled.
  init?(key: [UInt8]) {
    let text = String(decoding: key.dropFirst(), as: UTF8.self)
    guard text.utf8.count == 2 * Self.digits, let time = UInt64(text.prefix(Self.digits), radix: 16),
      let bytes = UInt64(text.suffix(Self.digits), radix: 16), bytes <= 1 << 48
    else { return nil }
    (self.time, self.bytes) = (time, bytes)
  }

  private static func text(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }
}

extension ShelfData {
  /// The fields that stores have keys for.
  static var keptFields: [ShelfField] {
    shelfIndexes.map(\.field) + (shelfMaxBytes == nil ? [] : [ObjectUse.field])
  }

  /// The object's keys.
  ///
  /// - Parameters:
  ///   - bytes: How many it takes up in the store.
  ///   - used: When it was used.
  func keys(bytes: Int, used: Date) -> [ShelfFieldKey] {
    let keys = Self.shelfIndexes.map { ShelfFieldKey($0.field, $0.key(self)) }
    if Self.shelfMaxBytes == nil { return keys }
    return keys + [ShelfFieldKey(ObjectUse.field, ObjectUse(used, bytes: bytes).key)]
  }
}
