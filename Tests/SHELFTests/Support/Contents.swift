import Foundation
import SHELF

extension ShelfWrite {
  /// Puts an object of the type T.
  static func put(
    _ id: ShelfId, _ json: String, expecting expectation: Expectation = .anything, type: String? = "T",
    references: [ShelfId] = [], keys: [ShelfFieldKey]? = []
  ) -> ShelfWrite {
    ShelfWrite(
      id, expecting: expectation,
      .put(Contents(type: type, json: Data(json.utf8), references: references, keys: keys)))
  }
}

extension ShelfStore {
  /// An object's JSON; nil where there is none.
  func json(_ id: ShelfId) async throws -> String? {
    let object = try await read([id]).first ?? nil
    return object.map { String(decoding: $0.contents, as: UTF8.self) }
  }
}

extension ShelfWriteOutcome {
  /// True where all was done.
  var isWritten: Bool { if case .written = self { true } else { false } }
}
