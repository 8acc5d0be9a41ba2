import Foundation
import SHELF

/// The usual object of tests.
struct Person: ShelfData, Equatable {
  let id: ShelfId
  var name: String
  var age: Int = 0
  var nick: String?

  static let shelfIndexes: [ShelfIndex<Person>] = [
    ShelfIndex("name", \.name), ShelfIndex("age", \.age), ShelfIndex("nick", \.nick),
  ]
}

/// Another one, which looks like the first.
struct Pet: ShelfData, Equatable {
  let id: ShelfId
  var name: String
}

/// One that is counted up.
struct Counter: ShelfData, Equatable {
  let id: ShelfId
  var number: Int
}

/// One with all that JSON may lose.
struct Difficult: ShelfData, Equatable {
  let id: ShelfId
  var text: String
  var texts: [String]
  var integer: Int
  var unsigned: UInt64
  var double: Double
  var date: Date
  var data: Data
  var uuid: UUID
  var url: URL?
  var names: [String: Int]
  var kind: Kind

  enum Kind: Codable, Equatable {
    case nothing
    case one(Int)
    indirect case many([Kind])
  }
}

/// The kind of a shelf's error, by its case; nil where nothing, or something else, was thrown.
func shelfError(_ body: () async throws -> Void) async -> ShelfError? {
  do {
    try await body()
    return nil
  } catch { return error as? ShelfError }
}
