extension DatabaseError.Kind {
  /// What prevents a database's migrations from being run; then nothing was run, except what `migration.halfDone`
  /// reports.
  public static let migration = DatabaseError.Kind(name: "migration")
  /// One sort of it.
  public static func migration(_ sort: Migration) -> DatabaseError.Kind { DatabaseError.Kind(name: sort.name) }

  /// The sorts of trouble with migrations.
  public struct Migration: Sendable, Hashable {
    let name: String
    /// A folder or file of steps that can't be read, or is incomplete.
    public static let unreadable = Migration(name: "migration.unreadable")
    /// A step that ran has different contents now.
    public static let changed = Migration(name: "migration.changed")
    /// A step that ran is not in the list.
    public static let missing = Migration(name: "migration.missing")
    /// The database has steps after all of the list's: the program is older than the database.
    public static let newer = Migration(name: "migration.newer")
    /// A step that has not run comes before one that has.
    public static let outOfOrder = Migration(name: "migration.outOfOrder")
    /// A step was begun and not finished: some of it is there.
    public static let halfDone = Migration(name: "migration.halfDone")
    /// A step to be undone has nothing that undoes it.
    public static let irreversible = Migration(name: "migration.irreversible")
  }
}
