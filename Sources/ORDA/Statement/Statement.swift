/// One statement, prepared for repeated use.
///
/// A statement consists of a text and its governor; it holds no values, no result and no handle of the database. Any
/// number of threads and tasks may use it at once. One made by a transaction or a leased connection can only be used
/// within that closure.
///
/// ```swift
/// let insert = try db.prepare("INSERT INTO genre (name) VALUES (:name)")
/// try insert.execute(["name": "Jazz"])
/// ```
///
/// Don't implement this protocol: only ORDA can make what it returns, and it may get new requirements at any time. For
/// test doubles use a scripted driver: see <doc:TestingWithoutADatabase>.
public protocol Statement: AnyObject, Sendable {
  /// The text that the database gets.
  var sql: String { get }
  /// The names of the parameters, in order; nil for those without a name.
  var parameterNames: [String?] { get }

  /// The database's information about the columns of a row; empty for a statement without rows.
  func columns() throws -> [Column]

  /// Lends the statement for one execution; everything else is built on this.
  func withExecution(
    _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void) throws

  /// Lends the statement for many executions within one transaction, or within a savepoint if one is open.
  func withBatch(timeout: Duration?, _ body: (StatementExecution) throws -> Void) throws

  /// Lends the statement for one execution, on the connection's own thread.
  func withExecution(
    _ parameters: Parameters?, timeout: Duration?, _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws

  /// Lends the statement for many executions within one transaction, on the connection's own thread.
  func withBatch(timeout: Duration?, _ body: @escaping @Sendable (StatementExecution) throws -> Void) async throws

  /// Opens rows for reading one by one, in bounded memory.
  func openRows(_ parameters: Parameters, timeout: Duration?) throws -> Rows
  /// Rows as an asynchronous sequence, in bounded memory; the statement runs when the first one is asked for.
  func rowStream(_ parameters: Parameters, timeout: Duration?) -> AsyncRows
}
