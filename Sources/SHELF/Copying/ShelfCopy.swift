/// The progress of a copy.
public struct ShelfCopyProgress: Sendable, Hashable {
  /// What is being done.
  public enum Step: Sendable, Hashable {
    /// Checks whether the target has anything that the source does not have.
    case looking
    /// Objects are copied.
    case copying
    /// All objects are read again, and compared.
    case comparing
  }

  /// What is being done.
  public var step: Step
  /// How many objects of this step are done.
  public var done: Int
  /// How many there will be, as far as is known: others may write meanwhile.
  public var total: Int
}

/// What a copy did.
public struct ShelfCopySummary: Sendable, Hashable {
  /// How many objects there are on both sides.
  public var objects = 0
  /// How many bytes of JSON these are.
  public var bytes = 0
  /// How many of them were written, without those that the target already had.
  public var written = 0
  /// How many other objects were deleted in the target.
  public var deleted = 0
}
