/// A prepared statement, as its connection sees it.
protocol ForgettableStatement: AnyObject {
  /// Has the server forget it, if nobody uses it now; it is prepared again when it is next used.
  ///
  /// - Returns: False if the server does not hold it, or it is in use.
  func letGo() -> Bool
}

/// A statement that its connection knows, and does not keep.
struct WeakStatement {
  weak var statement: (any ForgettableStatement)?
}

extension MariaDBConnection {
  /// Notes a statement until it is closed.
  func note(_ statement: any ForgettableStatement) {
    statements[ObjectIdentifier(statement)] = WeakStatement(statement: statement)
  }

  /// It is closed.
  func forget(_ statement: any ForgettableStatement) { statements[ObjectIdentifier(statement)] = nil }

  /// Has the server forget all prepared statements that nobody uses now, after it has said that it takes no more: what is kept for
  /// later must not keep from running what is wanted now.
  ///
  /// - Returns: False if there were none.
  func makeRoom() -> Bool {
    var hasRoom = false
    for kept in statements.values where kept.statement?.letGo() ?? false { hasRoom = true }
    return hasRoom
  }
}
