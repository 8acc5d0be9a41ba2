/// What became of the objects of the first ODB's layout.
public struct ODBMigrationReport: Sendable, Hashable {
  /// An object with a new name.
  public struct Renamed: Sendable, Hashable {
    /// Where it was.
    public let path: String
    /// Its new name.
    public let name: String
  }

  /// Why an object was left behind.
  public enum Reason: Sendable, Hashable {
    /// Another object of its table had the same name, and took precedence: a table before a value, then the newest.
    case duplicate
    /// It was in no table that can be reached from the root.
    case orphan
  }

  /// An object that was dropped, with everything it contained.
  public struct Dropped: Sendable, Hashable {
    /// Where it was; for an orphan only its name.
    public let path: String
    /// True for a table.
    public let isTable: Bool
    /// Why.
    public let reason: Reason
  }

  /// How many tables were migrated, without the root.
  public internal(set) var tables = 0
  /// How many values were migrated.
  public internal(set) var values = 0
  /// Objects with new names: their names differed only in case, or were empty or too long.
  public internal(set) var renamed: [Renamed] = []
  /// The objects left behind.
  public internal(set) var dropped: [Dropped] = []
  /// The paths of values whose kind and content don't match: they are kept as they are, and can't be read.
  public internal(set) var unreadable: [String] = []

  /// The report for a database that already has this layout.
  public static let nothing = ODBMigrationReport()
}
