internal import ORDA

extension DatabaseError {
  /// What an error means that occurred while connecting.
  ///
  /// A server that hangs up, or is silent for too long, is unreachable: nothing was asked of it yet.
  /// So is a node of a Galera cluster that has no cluster just now: it says that, or that what it was waited for did not come,
  /// where the URL has each session wait for the others' commits.
  func whileOpening(_ host: DatabaseURL.Host, isCut: Bool, after time: Duration) -> DatabaseError {
    if Kind.busy.matches(kind) {
      return DatabaseError(
        .cannotOpen(.unreachable), "\(host.label): the server takes connections, and is not ready: \(message)",
        sqlState: sqlState, vendorCode: vendorCode)
    }
    guard isCut || Kind.connectionLost.matches(kind) || Kind.timeout.matches(kind) else { return self }
    let milliseconds = Int64(time / .milliseconds(1))
    let what =
      isCut ? "it did not answer within \(milliseconds) ms" : "it hung up before the connection was set up"
    return DatabaseError(
      .cannotOpen(.unreachable), "\(host.label): the server can't be reached: \(what)", sqlState: sqlState,
      vendorCode: vendorCode)
  }
}
