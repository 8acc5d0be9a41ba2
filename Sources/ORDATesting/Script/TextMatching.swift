/// How the text of an expectation is compared with that of a statement.
public enum TextMatching: Sendable, Hashable {
  /// By their characters, with `?` for each parameter: the text as a driver is given it.
  case exact
  /// By their tokens: white space, comments, a last semicolon and, outside of quotes, capitals make no difference, and a
  /// parameter may be written as the program writes it: `?`, `?1`, `:name`.
  case normalized
}
