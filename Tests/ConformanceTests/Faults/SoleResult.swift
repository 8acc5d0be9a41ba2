import ORDA

/// The one result that a connection gives at a time: whatever comes between its rows is refused.
final class SoleResult {
  private weak var reading: FaultyStatement?
  private var isTangled = false

  func check() throws(DatabaseError) {
    guard reading == nil, !isTangled else {
      throw DatabaseError(.protocolViolation, "this came between the rows of another statement")
    }
  }

  func begin(_ statement: FaultyStatement) throws(DatabaseError) {
    if reading === statement { return }
    try check()
    reading = statement
  }

  func end(_ statement: FaultyStatement) {
    if reading === statement { reading = nil }
  }

  /// A statement is closed, which has no way of failing: the next call does.
  func noteClosing() { isTangled = isTangled || reading != nil }
}
