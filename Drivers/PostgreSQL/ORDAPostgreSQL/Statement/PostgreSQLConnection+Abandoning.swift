internal import CPostgreSQL
internal import ORDA

/// What becomes of rows that nobody reads.
extension PostgreSQLConnection {
  /// How long is read past before the server is asked to stop.
  private static let patience = Duration.milliseconds(20)
  /// How long the server may take to stop before the connection is given up.
  private static let stopTime = Duration.seconds(5)

  /// Takes the rest of a statement's answer. Where that is long, or slow to come, the server is asked to stop; in a
  /// transaction it is not, since what it has done for the statement, such as locks on its rows, would be undone.
  func abandon(_ statement: PostgreSQLStatement) {
    let mayStop = !stands && statement.request.keyword.mayRead && !statement.hasCompany
    do throws(DatabaseError) {
      guard mayStop else { return _ = try statement.drain() }
      if try statement.drain(within: Self.patience) { return }
      interrupter.stop()
      if try statement.drain(within: Self.stopTime) { return }
    } catch {}
    interrupter.line.cut()
    reading = nil
  }
}
