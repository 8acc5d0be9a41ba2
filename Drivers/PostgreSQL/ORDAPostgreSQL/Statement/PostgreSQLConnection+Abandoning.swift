internal import CPostgreSQL
internal import ORDA

/// What becomes of rows that nobody reads.
extension PostgreSQLConnection {
  /// How much is read past before the server is asked to stop.
  private static let patience = Duration.milliseconds(20)

  /// Takes the rest of a statement's answer. Where that is long, the server is asked to stop; in a transaction it is
  /// not, since what it has done for the statement, such as locks on its rows, would be undone.
  func abandon(_ statement: PostgreSQLStatement) {
    let mayStop = !stands && statement.request.keyword.mayRead && !statement.isPipelined
    let start = ContinuousClock.now
    var isAsked = false
    do throws(DatabaseError) {
      try statement.drain {
        guard mayStop, !isAsked, start.duration(to: .now) > Self.patience else { return }
        isAsked = true
        interrupter.stop()
      }
    } catch {
      interrupter.line.cut()
      reading = nil
    }
  }
}
