/// One statement, prepared for repeated use.
///
/// A statement is a text and the governor it was made by; it holds no values, no result and no handle of the database.
/// Any number of threads and tasks may use it at once. One made by a transaction or a leased connection is of use within
/// that closure alone.
///
/// ```swift
/// let insert = try db.prepare("INSERT INTO genre (name) VALUES (:name)")
/// try insert.execute(["name": "Jazz"])
/// ```
///
/// Don't implement this protocol: what it hands out ORDA alone can make, and it may get new requirements at any time. Test
/// doubles come as a scripted driver: see <doc:TestingWithoutADatabase>.
public protocol Statement: AnyObject, Sendable {
  /// The text, as the database is given it.
  var sql: String { get }
  /// The names of the parameters, in order; nil for those that are counted.
  var parameterNames: [String?] { get }

  /// What the database tells of the columns of a row; empty for a statement that gives none.
  func columns() throws -> [Column]

  /// Lends the statement for one execution; what everything else is built on.
  func withExecution(
    _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void) throws

  /// Lends the statement for many executions within one transaction, or within a savepoint where one is open.
  func withBatch(timeout: Duration?, _ body: (StatementExecution) throws -> Void) throws

  /// Lends the statement for one execution, on the connection's own thread.
  func withExecution(
    _ parameters: Parameters?, timeout: Duration?, _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws

  /// Lends the statement for many executions within one transaction, on the connection's own thread.
  func withBatch(timeout: Duration?, _ body: @escaping @Sendable (StatementExecution) throws -> Void) async throws

  /// Opens rows to be read one by one, in bounded memory.
  func openRows(_ parameters: Parameters, timeout: Duration?) throws -> Rows
  /// Rows as an asynchronous sequence, in bounded memory; the statement runs when the first one is asked for.
  func rowStream(_ parameters: Parameters, timeout: Duration?) -> AsyncRows
}
