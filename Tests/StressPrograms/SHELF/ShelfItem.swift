import SHELF

/// What the tasks work on.
struct ShelfItem: ShelfData, Equatable {
  static let shelfIndexes: [ShelfIndex<ShelfItem>] = [ShelfIndex("group", \.group), ShelfIndex("text", \.text)]

  let id: ShelfId
  var group: Int
  var text: String
  @Reference var next: ShelfItem? = nil
}

/// What is counted up.
struct ShelfCount: ShelfData {
  let id: ShelfId
  var number: Int
}

/// Objects that are saved together, each with the number of their round.
struct ShelfPart: ShelfData {
  let id: ShelfId
  var round: Int
}

extension ShelfId {
  /// One of some ids that all processes know.
  static func known(_ number: Int) -> ShelfId {
    let digits = String(number, radix: 16)
    // Spread over the folders, of which a store of files has one for each two digits.
    let spread = String(number &* 2_654_435_761 & 0xFFFF_FFFF, radix: 16)
    return ShelfId(
      String(repeating: "0", count: 8 - spread.count) + spread + String(repeating: "0", count: 24 - digits.count)
        + digits)
      ?? .null
  }
}
