internal import CMariaDB
internal import ORDA

/// Whether a host that answers does what it is there for. A node that has lost its cluster, and a primary that has become
/// a replica, take connections like any other, and refuse what is sent on them.
extension MariaDBOpening {
  /// Asks a host that others can stand in for; a lone one is used as it is.
  ///
  /// - Throws: ``HostUse/unfit(_:)``, and what happens to the connection.
  func checkFitness(of handle: UnsafeMutablePointer<MYSQL>, _ use: HostUse) throws(DatabaseError) {
    guard use.hasAlternatives, !use.isLastResort else { return }
    if let reason = try ServerState(asking: handle).unreadiness { throw use.unfit("\(use.host.label): \(reason)") }
    // A program may mean to read servers that are read-only, unless one of them has refused to write.
    guard use.isDoubted, role == .writer else { return }
    if try ServerState.isReadOnly(handle) { throw use.unfit("\(use.host.label): the server is read-only") }
  }
}
