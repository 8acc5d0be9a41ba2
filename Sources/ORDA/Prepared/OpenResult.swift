/// Whose rows are still to come on a connection that returns one result at a time: one whose driver does not declare
/// ``Capability/interleaving``.
///
/// Before anything else uses the connection, the rest of those rows is kept in memory; see ``BufferedStatement``.
final class OpenResult {
  /// The maximum kept of a result, in bytes.
  static let limit = 64 << 20

  @exclusivity(unchecked) private var statement: BufferedStatement?
  /// Statements that were closed meanwhile, which may take a message to the database.
  @exclusivity(unchecked) private var toClose: [any DriverStatement] = []

  /// Frees the connection for the next call, whoever makes it.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if the rows are more than ``limit``; the error that stopped keeping
  ///   them.
  func keepRest() throws(DatabaseError) {
    guard let statement else { return }
    try statement.keepRest()
    end(statement)
  }

  /// Frees the connection for a statement, whose result is the open one from now on.
  func begin(_ next: BufferedStatement) throws(DatabaseError) {
    if statement === next { return }
    try keepRest()
    statement = next
  }

  /// Frees the connection for a call of a statement's own.
  func keepRest(before next: BufferedStatement) throws(DatabaseError) {
    if statement !== next { try keepRest() }
  }

  /// Frees the connection for what must not fail, such as a rollback: rows that can't be kept are lost to their reader.
  func giveUp() {
    guard let statement else { return }
    do throws(DatabaseError) { try statement.keepRest() } catch { statement.loseRest(for: error) }
    end(statement)
  }

  /// Notes that a statement's rows have all come, or are not wanted.
  func end(_ ended: BufferedStatement) {
    guard statement === ended else { return }
    statement = nil
    let closing = toClose
    toClose = []
    for statement in closing { statement.close() }
  }

  /// Closes a driver's statement as soon as the connection is free.
  func close(_ closed: any DriverStatement) {
    if statement == nil { closed.close() } else { toClose.append(closed) }
  }
}
