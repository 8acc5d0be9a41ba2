/// How an expectation's text is compared with a statement's.
public enum TextMatching: Sendable, Hashable {
  /// By characters, with `?` for each parameter: the text that a driver gets.
  case exact
  /// By tokens: white space, comments, a last semicolon and, outside of quotes, case make no difference, and a
  /// parameter may be written as in the program: `?`, `?1`, `:name`.
  case normalized
}
