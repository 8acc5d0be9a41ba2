internal import Synchronization

/// One connection's use of its host: as long as somebody holds it, the connection counts as one of the host's.
public final class HostUse: Sendable {
  /// The host.
  public let host: DatabaseURL.Host
  /// True if there are others that such a connection could be opened to.
  public let hasAlternatives: Bool
  /// True if the host is used only because those that should be can't.
  public let isStandIn: Bool
  /// True if the host was unfit when it was last looked at: it was ``turned()``. Who connects has to look whether it is still, and
  /// to throw ``unfit(_:)`` then.
  public let isDoubted: Bool
  /// True if no other host can be had: then it is taken even if it is unfit.
  public let isLastResort: Bool
  private let number: Int
  private let role: ConnectionRole
  private let epoch: Int
  private let hosts: Hosts
  private let isCounted = Atomic<Bool>(true)
  private let isFoundUnfit = Atomic<Bool>(false)

  init(
    _ host: DatabaseURL.Host, number: Int, _ role: ConnectionRole, epoch: Int, hasAlternatives: Bool, isStandIn: Bool,
    isDoubted: Bool, isLastResort: Bool, of hosts: Hosts
  ) {
    self.host = host
    self.hasAlternatives = hasAlternatives
    self.isStandIn = isStandIn
    self.isDoubted = isDoubted
    self.isLastResort = isLastResort
    self.number = number
    self.role = role
    self.epoch = epoch
    self.hosts = hosts
  }

  deinit { if isCounted.load(ordering: .relaxed) { hosts.ended(number) } }

  /// Another has counted it down.
  func forget() { isCounted.store(false, ordering: .relaxed) }

  // MARK: While it is connected to

  /// The error to throw while connecting if the host answers, but does not do what it is there for, and another may.
  ///
  /// - Parameter reason: What is wrong with it, with its name.
  public func unfit(_ reason: String) -> DatabaseError {
    isFoundUnfit.store(true, ordering: .relaxed)
    return DatabaseError(.cannotOpen(.unreachable), reason)
  }

  var isUnfit: Bool { isFoundUnfit.load(ordering: .relaxed) }

  // MARK: While it is used

  /// False from when on a connection to the host has told that it ``turned()`` or ``fellSilent()``: then this one is of no use
  /// either.
  public var isCurrent: Bool { !hasAlternatives || hosts.isCurrent(number, epoch) }

  /// True if the host is a stand-in, and one that should be used instead may be tried again.
  public var mayReturn: Bool { isStandIn && hosts.hasBetter(than: number, for: role) }

  /// The connection was lost in the midst of its work: the next ones are opened elsewhere, if they can be.
  public func lost() { hosts.lost(number) }

  /// The connection was given up since the host didn't answer, nor another one that was to be opened: all connections to it are
  /// replaced, before somebody waits for each.
  public func fellSilent() { hosts.fellSilent(number, epoch) }

  /// The host answers and no longer does what it is there for: it has become another's replica, or has lost its cluster. All
  /// connections to it are replaced.
  public func turned() { hosts.turned(number, epoch, isLastResort: isLastResort) }
}
