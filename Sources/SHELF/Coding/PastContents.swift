internal import Foundation

/// What an object was before it was saved again or deleted, stored as a separate object.
///
/// A type that keeps the last n of them has n such objects for each of its own, with ids derived from the object's: the
/// newest replaces the oldest. So there is nothing to search for and nothing to clean up.
struct PastContents: ShelfData {
  static let shelfName = "ShelfPastContents"

  let id: ShelfId
  /// The object's id.
  let of: ShelfId
  /// How many came before it.
  let number: Int
  /// When they were replaced.
  let replaced: Date
  let json: String

  /// The ids of an object's past contents.
  static func ids(of id: ShelfId, count: Int) -> [ShelfId] {
    (0..<max(0, count)).map { place in
      // A number's bits are spread over the whole id, so that it meets no other (SplitMix64's finalizer, by Steele and others, 2014).
      func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
      }
      let step = UInt64(place + 1) &* 0x9E37_79B9_7F4A_7C15
      return ShelfId(high: mixed(id.high &+ step), low: mixed(id.low ^ step))
    }
  }
}
