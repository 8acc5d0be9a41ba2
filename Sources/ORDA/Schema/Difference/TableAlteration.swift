/// How far ALTER TABLE goes on a database.
public enum TableAlteration: Sendable, Hashable {
  /// It adds and drops columns that no key and no condition needs; for everything else the table must be rebuilt.
  case columns
  /// It adds and drops columns and constraints, as in the standard.
  case constraints
  /// Like ``constraints``; it also changes columns with `MODIFY COLUMN`, and drops a primary key with `DROP PRIMARY
  /// KEY`.
  case everything
}
