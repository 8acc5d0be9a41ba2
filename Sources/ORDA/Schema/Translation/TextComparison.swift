/// How a database compares texts, as far as every database can express that.
public enum TextComparison: Sendable, Hashable {
  /// Two texts are the same if every character is.
  case exact
  /// Like ``exact``, but trailing spaces don't count.
  case ignoringTrailingSpaces
  /// Capital and small letters are the same; which letters these are, and whether accents count, differs.
  case ignoringCase
  /// By a rule that only this database has.
  case other
}
