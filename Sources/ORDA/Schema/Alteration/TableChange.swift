/// One change of an existing table, in terms that mean the same on every database.
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
  /// Adds a column after the others. In existing rows it holds its default, or NULL.
  case addColumn(ColumnDefinition)
  /// Drops a column with its values. First drop what names the column: a key, an index, a condition of several columns.
  case dropColumn(String)
  /// Gives a column another name, also where keys and indexes name it.
  case renameColumn(String, to: String)
  /// Gives the column with that name another type, default or collation, or changes whether it is nullable. The
  /// database converts its values; its place and keys stay. A default or collation that is not given here is removed. A
  /// key that the database makes can't be changed.
  case changeColumn(ColumnDefinition)
  /// Adds an index.
  case addIndex(IndexDescription)
  /// Drops an index by its name.
  case dropIndex(String)
  /// Adds a reference to another table, or to itself, which existing rows must meet.
  case addForeignKey(ForeignKey)
  /// Drops the references from certain columns.
  case dropForeignKey([String])
  /// Adds a group of columns that holds no combination of values twice.
  case addUnique(UniqueConstraint)
  /// Drops the index or constraint that prevents certain columns from holding a combination twice.
  case dropUnique([String])
  /// Adds a condition that existing rows must meet too.
  case addCheck(CheckConstraint)
  /// Drops a condition by its name, or if it has none, by its text.
  case dropCheck(String)
  /// Gives the table another name in its schema; the following changes apply to the table under its new name.
  case rename(to: String)
}
