/// How far ALTER TABLE goes on a database.
public enum TableAlteration: Sendable, Hashable {
  /// It adds and drops columns that no key and no condition needs; for all else the table has to be made anew.
  case columns
  /// It adds and drops columns and constraints, as the standard says.
  case constraints
  /// As ``constraints``; it also changes columns by `MODIFY COLUMN`, and drops a primary key by `DROP PRIMARY KEY`.
  case everything
}
