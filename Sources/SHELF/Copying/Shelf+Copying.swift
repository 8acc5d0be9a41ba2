extension Shelf {
  /// Makes another shelf's objects equal to this one's, whatever their stores: ids, types, JSON byte by byte, and when
  /// they expire.
  ///
  /// ```swift
  /// let notes = Shelf(at: "file:notes")
  /// try await notes.copy(to: Shelf(at: "sqlite:notes.db"))
  /// ```
  ///
  /// At the end all objects of both are read and compared. Others may write meanwhile: if `replacing` allows it, what
  /// they changed is copied again, until both are equal. A copy that was interrupted can be made again and continues
  /// where it was, since what is there already is left as it is. It needs little memory, however many objects there
  /// are.
  ///
  /// The target's indexes are filled when a shelf that knows the types next searches by them.
  ///
  /// - Parameters:
  ///   - target: The shelf to copy to: empty, or with some of this one's objects.
  ///   - isReplacing: True to replace and delete what the target has differently.
  ///   - progress: Is called now and then with the progress.
  /// - Returns: What was done.
  /// - Throws: ``ShelfError/targetHasObjects(_:)`` if the target has other objects and nothing may be replaced; then
  ///   nothing was copied. ``ShelfError/changedMeanwhile(_:)`` if others write so much that the two never become equal,
  ///   or write something that would have to be replaced; and whatever reading and writing throw. What was copied so
  ///   far stays.
  @discardableResult
  public func copy(
    to target: Shelf, replacing isReplacing: Bool = false, progress: @escaping (ShelfCopyProgress) -> Void = { _ in }
  ) async throws(ShelfError) -> ShelfCopySummary {
    if target === self { throw .misuse("a shelf can't be copied to itself") }
    let (source, store) = (try await opening.store(), try await target.opening.store())
    var copy = StoreCopy(source, store, isReplacing: isReplacing, progress)
    // What was written before an error is news to it, too.
    defer {
      target.indexes.forget()
      target.cache.forgetAll()
      target.observers.tell(.everything)
    }
    do { return try await copy.run() } catch { throw ShelfError(error) }
  }
}
