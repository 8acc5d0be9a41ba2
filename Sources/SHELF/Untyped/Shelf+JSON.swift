public import Foundation

extension Shelf {
  /// Saves an object that already is JSON, if you don't know its Swift type. It is stored byte by byte.
  ///
  /// ```swift
  /// let stored = try await shelf.object(withId: id)!
  /// try await shelf.save(json: edited, expires: stored.expires, expecting: .revision(stored.revision))
  /// ```
  ///
  /// The indexes of its type then lack it until a shelf that knows the type next searches by one, and adds what is
  /// missing.
  ///
  /// - Parameters:
  ///   - json: A JSON object in UTF-8, whose member `id` is the object's id.
  ///   - type: The name of its type; nil to leave it as it is.
  ///   - expires: When it expires; nil for never.
  ///   - expectation: What must be there for the write to be done.
  /// - Returns: The id.
  /// - Throws: ``ShelfError/misuse(_:)`` if it is not such JSON, ``ShelfError/changedMeanwhile(_:)`` if something else
  ///   is there than expected, and what ``save(_:expires:)-(Object,_)`` throws.
  @discardableResult
  public func save(
    json: Data, type: String? = nil, expires: Date? = nil, expecting expectation: ShelfWrite.Expectation = .anything
  ) async throws(ShelfError) -> ShelfId {
    let id: ShelfId
    do { id = try ObjectJSON.id(in: json) } catch { throw .misuse("the JSON can't be saved: \(error.reason)") }
    let change = PendingChange(id, json: json, type: type, expires: expires, expecting: expectation)
    // It is in no index, whatever was known of them.
    defer { indexes.forget() }
    let conflicts = try await write([change])
    guard conflicts.isEmpty else { throw .changedMeanwhile(conflicts) }
    return id
  }
}
