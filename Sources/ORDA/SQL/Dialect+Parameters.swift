extension Dialect {
  /// True where `@name` and `$name` are parameters, as on SQLite.
  ///
  /// In the MySQL family, which its executable comments tell, `@name` is a variable of the session and `$` a letter.
  var sigilParameters: Bool { !executableComments }
}
