/// One change of a table that is there, in terms that mean the same on every database.
///
/// ```swift
/// try db.alter(
///   "note",
///   [
///     .addColumn(ColumnDefinition("folder", .int)),
///     .addForeignKey(ForeignKey(columns: ["folder"], referencedTable: "folder", referencedColumns: ["id"])),
///     .dropColumn("path"),
///   ])
/// ```
public enum TableChange: Sendable, Hashable {
  /// Adds a column behind the others. In the rows that are there it holds its default, or NULL.
  case addColumn(ColumnDefinition)
  /// Drops a column with what it holds. What names the column goes before it: a key, an index, a condition of several columns.
  case dropColumn(String)
  /// Gives a column another name, also where keys and indexes name it.
  case renameColumn(String, to: String)
  /// Gives the column of that name another type, default or collation, or lets it take NULL or no NULL. Its values are
  /// converted as the database does it; its place and its keys stay. A default or a collation that is not named here is gone. A
  /// key that the database makes can't be changed.
  case changeColumn(ColumnDefinition)
  /// Adds an index.
  case addIndex(IndexDescription)
  /// Drops an index by its name.
  case dropIndex(String)
  /// Adds a reference to another table, or to itself, which the rows that are there have to meet.
  case addForeignKey(ForeignKey)
  /// Drops the references that certain columns make.
  case dropForeignKey([String])
  /// Adds a group of columns that holds no combination of values twice.
  case addUnique(UniqueConstraint)
  /// Drops what keeps certain columns from holding a combination twice, an index or a constraint.
  case dropUnique([String])
  /// Adds a condition that the rows that are there have to meet too.
  case addCheck(CheckConstraint)
  /// Drops a condition by its name; one that has none by its text.
  case dropCheck(String)
  /// Gives the table another name in its schema; the changes behind it are those of the table under its new name.
  case rename(to: String)
}
