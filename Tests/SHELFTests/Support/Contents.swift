import Foundation
import SHELF

extension ShelfWrite {
  /// Puts a text, which is of the type Text.
  static func put(
    _ id: ShelfId, _ json: String, expecting expectation: Expectation = .anything, type: String? = "Text",
    references: [ShelfId] = [], keys: [ShelfFieldKey]? = nil, expires: Date? = nil
  ) -> ShelfWrite {
    ShelfWrite(
      id, expecting: expectation,
      .put(Contents(type: type, json: Data(json.utf8), expires: expires, references: references, keys: keys)))
  }
}

extension ShelfStore {
  /// The text of an object; nil if there is none.
  func text(_ id: ShelfId) async throws -> String? {
    let object = try await read([id]).first ?? nil
    return object.map { String(decoding: $0.contents, as: UTF8.self) }
  }

  /// Writes, and says whether it was done.
  @discardableResult
  func writes(_ writes: ShelfWrite...) async throws -> Bool { try await write(writes).isWritten }
}

extension ShelfWriteOutcome {
  /// Whether all was done.
  var isWritten: Bool { if case .written = self { true } else { false } }
}
