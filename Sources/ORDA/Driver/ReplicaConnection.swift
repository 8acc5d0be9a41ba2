/// A connection for reading whose server is a copy that may lag behind the one that is written to: for drivers whose layout says
/// so by ``ConnectionGovernor/Layout/replicaPatience``.
public protocol ReplicaConnection: DriverConnection {
  /// Waits until the copy has what the program may know of: its own commits that have returned, and the changes that it was told.
  /// Called each time before the connection is lent, so it must be cheap when nothing is new.
  ///
  /// - Parameter limit: How long to wait at most; zero for not at all.
  /// - Returns: False if the copy lags behind still: the core then reads where it writes.
  func hasCaughtUp(within limit: Duration) throws(DatabaseError) -> Bool

  /// True if it is connected to a server that only stands in for the copies; see ``HostUse/isStandIn``.
  var isStandIn: Bool { get }

  /// True if it is, and the copies may be tried again; see ``HostUse/mayReturn``. Asked each time that it is given back.
  var mayReturn: Bool { get }
}

extension ReplicaConnection {
  /// False: nothing stands in for the copies.
  public var isStandIn: Bool { false }

  /// False.
  public var mayReturn: Bool { false }
}
