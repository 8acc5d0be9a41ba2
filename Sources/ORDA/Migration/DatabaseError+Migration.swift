extension DatabaseError.Kind {
  /// What keeps a database's migrations from being run; nothing was run then, but for what `migration.halfDone` tells of.
  public static let migration = DatabaseError.Kind(name: "migration")
  /// One sort of it.
  public static func migration(_ sort: Migration) -> DatabaseError.Kind { DatabaseError.Kind(name: sort.name) }

  /// The sorts of trouble with migrations.
  public struct Migration: Sendable, Hashable {
    let name: String
    /// A folder or file of steps that can't be read, or is incomplete.
    public static let unreadable = Migration(name: "migration.unreadable")
    /// A step that ran has other contents by now.
    public static let changed = Migration(name: "migration.changed")
    /// A step that ran is not in the list.
    public static let missing = Migration(name: "migration.missing")
    /// The database has steps behind all of the list's: the program is older than the database.
    public static let newer = Migration(name: "migration.newer")
    /// A step that has not run stands before one that has.
    public static let outOfOrder = Migration(name: "migration.outOfOrder")
    /// A step was begun and did not come to its end: some of it is there.
    public static let halfDone = Migration(name: "migration.halfDone")
    /// A step that is to be undone has nothing that undoes it.
    public static let irreversible = Migration(name: "migration.irreversible")
  }
}
