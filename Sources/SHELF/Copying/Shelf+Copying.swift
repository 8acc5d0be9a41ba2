extension Shelf {
  /// Makes another shelf's objects equal to this one's, whatever their stores: ids, types, JSON byte by byte, and when
  /// they expire.
  ///
  /// ```swift
  /// let notes = Shelf(at: "file:notes")
  /// try await notes.copy(to: Shelf(at: "sqlite:notes.db"))
  /// ```
  ///
  /// In the end all objects of both are read and compared. Others may write meanwhile: what they changed is copied again,
  /// until both are equal, where `replacing` allows it. A copy that was cut off can be made again and goes on where it was,
  /// for what is there already is left as it is. It needs little memory, however many objects there are.
  ///
  /// The target's indexes are filled when a shelf that knows the types next searches by them.
  ///
  /// - Parameters:
  ///   - target: The shelf to copy to: empty, or with some of this one's objects.
  ///   - isReplacing: True to replace and delete what is in the target, where it is not as it is here.
  ///   - progress: Is called with how far it is, after some objects each.
  /// - Returns: What was done.
  /// - Throws: ``ShelfError/targetHasObjects(_:)`` if the target has others and nothing may be replaced; then nothing
  ///   was copied. ``ShelfError/changedMeanwhile(_:)`` if others write so much that the two never are equal, or
  ///   anything that would have to be replaced; and what reading and writing throw. What was copied so far stays.
  @discardableResult
  public func copy(
    to target: Shelf, replacing isReplacing: Bool = false, progress: @escaping (ShelfCopyProgress) -> Void = { _ in }
  ) async throws(ShelfError) -> ShelfCopySummary {
    if target === self { throw .misuse("a shelf can't be copied to itself") }
    let (source, store) = (try await opening.store(), try await target.opening.store())
    var copy = StoreCopy(source, store, isReplacing: isReplacing, progress)
    // Also what was written before an error is news to it.
    defer {
      target.indexes.forget()
      target.cache.forgetAll()
      target.observers.tell(.everything)
    }
    do { return try await copy.run() } catch { throw ShelfError(error) }
  }
}
