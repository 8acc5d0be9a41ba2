/// What became of the objects of the first ODB's layout.
public struct ODBMigrationReport: Sendable, Hashable {
  /// An object that has another name now.
  public struct Renamed: Sendable, Hashable {
    /// Where it was.
    public let path: String
    /// What it is called now.
    public let name: String
  }

  /// Why an object was left behind.
  public enum Reason: Sendable, Hashable {
    /// Another object of its table had the same name, and counted: a table before a value, and the newest.
    case duplicate
    /// It was in no table that could be reached from the root.
    case orphan
  }

  /// An object that was dropped, with everything it contained.
  public struct Dropped: Sendable, Hashable {
    /// Where it was; for an orphan only its name.
    public let path: String
    /// True of a table.
    public let isTable: Bool
    /// Why.
    public let reason: Reason
  }

  /// How many tables were changed over, without the root.
  public internal(set) var tables = 0
  /// How many values were changed over.
  public internal(set) var values = 0
  /// What has another name: names that differed in capitals alone, or that were empty or too long.
  public internal(set) var renamed: [Renamed] = []
  /// What was left behind.
  public internal(set) var dropped: [Dropped] = []
  /// The places of values whose kind and content don't match: they are kept as they are, and can't be read.
  public internal(set) var unreadable: [String] = []

  /// The report of a database that has this layout already.
  public static let nothing = ODBMigrationReport()
}
