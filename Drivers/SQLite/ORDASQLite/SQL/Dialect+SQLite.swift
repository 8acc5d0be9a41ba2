internal import ORDA

extension Dialect {
  /// SQLite's quoting: it also understands MySQL's and SQL Server's.
  static let sqlite = Dialect(backtickIdentifiers: true, bracketIdentifiers: true)
}
