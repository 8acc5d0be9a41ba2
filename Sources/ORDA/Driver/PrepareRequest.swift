/// What a driver gets to prepare; a ``TypedPreparingConnection`` also learns what will be bound.
public struct PrepareRequest: Sendable {
  /// One statement, whose parameters are written as ``Dialect/parameterStyle`` says: all as `?` by default.
  public let sql: String
  /// The statement's first word.
  public let keyword: StatementKeyword
  /// True if the statement will be kept and run often.
  public let isPersistent: Bool
  /// How many parameters the text has, if the statement is about to be run; nil if the database's errors about the text
  /// must be known now.
  ///
  /// If there is a number, a driver may defer preparing until the first ``DriverStatement/step()``, if its database
  /// accepts the text and the values at once. Then it returns the number as ``DriverStatement/parameterCount``, and
  /// prepares the statement as soon as its columns are requested.
  public let deferrableParameterCount: Int?
  /// The parameters that take lists, in order. In ``sql`` each is written like any other, which no database
  /// understands; the driver replaces it, with ``sql(writing:)``. Empty unless the driver declares
  /// ``Capability/lists``.
  public internal(set) var lists: [ListParameter] = []

  /// A request to prepare `sql`; at once, unless the number of its parameters is given.
  public init(sql: String, keyword: StatementKeyword, isPersistent: Bool, deferrableParameterCount: Int? = nil) {
    self.sql = sql
    self.keyword = keyword
    self.isPersistent = isPersistent
    self.deferrableParameterCount = deferrableParameterCount
  }
}

extension PrepareRequest {
  /// The text with something else in place of each list.
  ///
  /// - Parameter text: The replacement of a list; it receives the list's parameter and its text, such as `?`.
  public func sql(
    writing text: (ListParameter, _ parameter: Substring) throws(DatabaseError) -> String
  ) throws(DatabaseError) -> String {
    var written = ""
    var done = sql.startIndex
    for list in lists {
      let start = sql.utf8.index(sql.startIndex, offsetBy: list.range.lowerBound)
      let end = sql.utf8.index(start, offsetBy: list.range.count)
      written += sql[done..<start]
      written += try text(list, sql[start..<end])
      done = end
    }
    return written + sql[done...]
  }
}
