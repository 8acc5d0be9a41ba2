/// How a database compares texts, as far as that can be said on every database.
public enum TextComparison: Sendable, Hashable {
  /// Two texts are the same where every character is.
  case exact
  /// As ``exact``, but spaces at the end don't count.
  case ignoringTrailingSpaces
  /// Capital and small letters are the same; which letters these are, and whether accents count, differs.
  case ignoringCase
  /// By a rule that only this database has.
  case other
}
