/// A statement prepared by a driver on one connection.
///
/// One thread at a time uses it, the one that holds the connection. Its life is: bind, step to the end, ask for the
/// outcome, reset; repeatedly; and finally close.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol DriverStatement: RowSource, BindTarget {
  /// How many parameters the text has.
  var parameterCount: Int { get }
  /// How many columns a row has; 0 for a statement without rows. After a change of the schema it may change with the
  /// first step.
  var columnCount: Int { get }
  /// A number that changes whenever the columns may have changed since they were requested. The default is always 0.
  var columnsVersion: Int { get }
  /// True if the database confirms that running it changes nothing: it may then run on a connection that only reads. A
  /// driver that does not know returns false, which is the default and never wrong: the statement then runs where it
  /// may write. Only called if there are such connections, for statements whose first word could read.
  var isReadOnly: Bool { get }
  /// The names of the columns, in order.
  var columnNames: [String] { get }

  /// The database's information about the columns, in order. Called after the first result that is kept whole, and
  /// again when ``columnsVersion`` has changed; also for programs that ask, and never for rows that are read one by
  /// one.
  func columns() throws(DatabaseError) -> [Column]

  /// Prepares the statement if the driver has deferred that; see ``PrepareRequest/deferrableParameterCount``. The
  /// default does nothing.
  ///
  /// - Throws: The database's errors about the text.
  func prepare() throws(DatabaseError)

  /// Has the database itself stop the next execution after a time, besides the core, which stops it too; nil cancels
  /// that, and so does ``reset()``. The default does nothing.
  func setTimeLimit(_ limit: Duration?)

  /// Moves to the next row, first running the statement if it hasn't begun.
  ///
  /// - Returns: True on a row, false at the end; after the end it isn't called again before ``reset()``.
  /// - Throws: The database's errors, and what was wrong with a bound value.
  func step() throws(DatabaseError) -> Bool

  /// Moves to the statement's next result, after the end of the one before; only called for statements that may return
  /// several, such as CALL. Its columns and rows are then read like those of the first. The default returns false.
  ///
  /// - Returns: False if there is none.
  func nextResult() throws(DatabaseError) -> Bool

  /// What the statement did, requested once after the end.
  func outcome() -> StatementOutcome

  /// How many warnings the database has reported for the finished execution; they cost nothing if it is 0. The default
  /// is 0.
  var warningCount: Int { get }

  /// The warnings of the finished execution, requested once, after ``outcome()``; at most a thousand. The default is
  /// none.
  func warnings() throws(DatabaseError) -> [DatabaseWarning]

  /// Appends the current row to a buffer; by default it asks for each cell's ``RowSource/value(_:)``.
  func appendRow(to buffer: RowBuffer)

  /// Ends the execution, frees its resources, and drops the bound values.
  func reset()

  /// Ends the statement for good.
  func close()
}

extension DriverStatement {
  /// Always false.
  public var isReadOnly: Bool { false }

  /// Always 0.
  public var columnsVersion: Int { 0 }

  /// Does nothing: it is prepared.
  public func prepare() throws(DatabaseError) {}

  /// Does nothing.
  public func setTimeLimit(_ limit: Duration?) {}

  /// There is one result.
  public func nextResult() throws(DatabaseError) -> Bool { false }

  /// Always 0.
  public var warningCount: Int { 0 }

  /// There are none.
  public func warnings() throws(DatabaseError) -> [DatabaseWarning] { [] }

  /// Appends the value of every column.
  public func appendRow(to buffer: RowBuffer) {
    for index in 0..<columnCount { buffer.append(value(index)) }
  }
}
