internal import CSQLite

extension SQLite {
  /// The version of the SQLite library that the program runs with, for example `3.40.1`.
  public static var version: String { String(cString: sqlite3_libversion()) }

  /// The options that the library was compiled with, without `SQLITE_`: `ENABLE_FTS5`, `MAX_VARIABLE_NUMBER=250000`.
  public static var compileOptions: [String] {
    var options: [String] = []
    while let option = sqlite3_compileoption_get(Int32(truncatingIfNeeded: options.count)) {
      options.append(String(cString: option))
    }
    return options
  }
}
