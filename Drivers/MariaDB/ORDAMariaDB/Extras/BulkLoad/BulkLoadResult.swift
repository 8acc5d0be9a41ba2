extension MariaDB {
  /// What happens to rows with a key that already exists, in the table or in an earlier row.
  public enum Duplicates: Sendable {
    /// It is an error, and nothing is loaded.
    case refused
    /// They are skipped; ``BulkLoadResult/skipped`` counts them.
    case ignored
    /// They replace the existing ones.
    case replacing
  }

  /// What a bulk load did.
  public struct BulkLoadResult: Sendable, Hashable {
    /// How many rows were loaded, including those that replaced others.
    public var loaded = 0
    /// How many rows were skipped, which happens only with ``Duplicates/ignored``.
    public var skipped = 0
    /// How many rows were replaced, which happens only with ``Duplicates/replacing``.
    public var replaced = 0

    /// A result.
    public init(loaded: Int = 0, skipped: Int = 0, replaced: Int = 0) {
      self.loaded = loaded
      self.skipped = skipped
      self.replaced = replaced
    }
  }
}
