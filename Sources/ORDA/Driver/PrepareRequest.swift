/// What a driver is given to prepare; what will be bound is told to a ``TypedPreparingConnection``.
public struct PrepareRequest: Sendable {
  /// One statement, whose parameters are written as ``Dialect/parameterStyle`` says: all as `?` by default.
  public let sql: String
  /// The statement's first word.
  public let keyword: StatementKeyword
  /// True if the statement will be kept and run often.
  public let isPersistent: Bool
  /// How many parameters the text has, where the statement is about to be run; nil if what the database says of the
  /// text is to be known now.
  ///
  /// Where there is a number a driver may put preparing off until the first ``DriverStatement/step()``, if its database
  /// takes the text and the values at once. It gives the number for ``DriverStatement/parameterCount`` then, and
  /// prepares the statement as soon as its columns are asked for.
  public let deferrableParameterCount: Int?
  /// The parameters that take lists, in their order. In ``sql`` each is written as any other, which no database understands; what
  /// stands for it there is the driver's to write, by ``sql(writing:)``. Empty unless the driver declares
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
  /// The text with something else written for each list.
  ///
  /// - Parameter text: What is written for a list; it is given the list's parameter and how that is written, such as `?`.
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
