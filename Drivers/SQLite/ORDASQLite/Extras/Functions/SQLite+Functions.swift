public import ORDA

extension SQLite {
  /// Adds a function that SQL can call, on every connection of a governor, present and future.
  ///
  /// ```swift
  /// try SQLite.addFunction("longest", to: db) { values in
  ///   .int(values.map { Int64("\($0)".count) }.max() ?? 0)
  /// }
  /// ```
  ///
  /// It replaces a function of the same name and number of arguments, even a built-in one. Values come as SQLite stores
  /// them: null, int, double, text or bytes. The result is stored as a bound value would be.
  ///
  /// What the body throws becomes the statement's error: a `DatabaseError` as it is, anything else as the kind
  /// `other` with its description. The body runs in the middle of a statement, on any thread, and several may run at
  /// once: it must not use the governor.
  ///
  /// An index or generated column may use the function if it is deterministic. Other programs then can't write to that
  /// table unless they have the function too.
  ///
  /// - Parameters:
  ///   - name: 1 to 255 bytes of UTF-8; the case of ASCII letters does not count.
  ///   - arguments: How many it takes, 0 to 127; nil for any number.
  ///   - isDeterministic: True if equal arguments always give an equal result.
  ///   - db: A governor of this driver.
  ///   - body: Computes the result.
  /// - Throws: `DatabaseError` of kind `misuse` for a bad name or number, `unsupported` for another driver's
  ///   governor, `busy` if a statement of the caller's own closure still runs and the function exists.
  public static func addFunction(
    _ name: String, arguments: Int? = nil, isDeterministic: Bool = true, to db: any Governor,
    _ body: @escaping @Sendable ([Value]) throws -> Value
  ) throws {
    try checkIsSQLite(db)
    try db.addFunction(name, arguments: arguments, isDeterministic: isDeterministic, body)
  }

  /// Adds a function of typed arguments, on every connection of a governor, present and future.
  ///
  /// ```swift
  /// try SQLite.addFunction("initial", to: db) { (name: String) in name.first.map(String.init) }
  /// let names = try db.query(String.self, "SELECT initial(name) FROM genre")
  /// ```
  ///
  /// Arguments are read as columns are: strictly, by the table at `ColumnValue`; NULL only as an optional. An argument
  /// that can't be read ends the statement with an error of kind `typeMismatch` or `outOfRange`, which names the
  /// argument. Everything else is as for the function of an array.
  ///
  /// - Parameters:
  ///   - name: 1 to 255 bytes of UTF-8; the case of ASCII letters does not count.
  ///   - isDeterministic: True if equal arguments always give an equal result.
  ///   - db: A governor of this driver.
  ///   - body: Computes the result; nil is NULL.
  /// - Throws: As ``addFunction(_:arguments:isDeterministic:to:_:)`` does.
  @_disfavoredOverload
  public static func addFunction<each Argument: ColumnValue, Output: ValueConvertible>(
    _ name: String, isDeterministic: Bool = true, to db: any Governor,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Output
  ) throws {
    try checkIsSQLite(db)
    try db.addFunction(name, isDeterministic: isDeterministic, body)
  }

  private static func checkIsSQLite(_ db: any Governor) throws(DatabaseError) {
    if db.driverName == SQLiteDriver().name { return }
    throw DatabaseError(.unsupported, "this is a database of \(db.driverName), and none of SQLite's")
  }

  /// Refuses a name that SQLite would not accept, or would take for another.
  static func checkName(_ name: String, of sort: String) throws(DatabaseError) {
    let fault: String? =
      if name.isEmpty {
        "is empty"
      } else if name.utf8.contains(0) {
        "contains a NUL character"
      } else if name.utf8.count > 255 {
        "has \(name.utf8.count) bytes; 255 is the most"
      } else {
        nil
      }
    if let fault { throw DatabaseError(.misuse, "the name of the \(sort) \(fault)") }
  }
}
