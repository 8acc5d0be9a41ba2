extension MariaDB {
  /// What becomes of rows that are loaded with a key that is there already, in the table or in a row before.
  public enum Duplicates: Sendable {
    /// It is an error, and nothing is loaded.
    case refused
    /// They are left out; ``BulkLoadResult/skipped`` counts them.
    case ignored
    /// They take the place of those that are there.
    case replacing
  }

  /// What a bulk load did.
  public struct BulkLoadResult: Sendable, Hashable {
    /// How many rows were loaded; those that replaced others are among them.
    public var loaded = 0
    /// How many rows were left out, which happens only with ``Duplicates/ignored``.
    public var skipped = 0
    /// How many rows went for others, which happens only with ``Duplicates/replacing``.
    public var replaced = 0

    /// A result.
    public init(loaded: Int = 0, skipped: Int = 0, replaced: Int = 0) {
      self.loaded = loaded
      self.skipped = skipped
      self.replaced = replaced
    }
  }
}
