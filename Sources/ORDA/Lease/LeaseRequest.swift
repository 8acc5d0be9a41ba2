/// A request for a connection's lease.
public struct LeaseRequest: Sendable {
  /// The role of the connection.
  public var role: ConnectionRole
  /// The transaction to begin on it, or nil for none.
  public var transaction: TransactionOptions?
  /// How long it may take until a connection is available and the transaction has begun, and how long the commit; nil
  /// for the governor's limits.
  public var timeout: Duration?
  /// How long the whole may take, including the wait for the connection and the commit: what is left of it limits every
  /// statement on the connection. Nil for no limit.
  public var deadline: Duration?
  /// True if it is misuse inside an open transaction.
  public var isOutermost: Bool
  /// The place in the program, for messages that name the holder.
  public var file: StaticString
  /// The line in ``file``.
  public var line: UInt

  /// A request.
  public init(
    role: ConnectionRole, transaction: TransactionOptions? = nil, timeout: Duration? = nil,
    deadline: Duration? = nil, isOutermost: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.role = role
    self.transaction = transaction
    self.timeout = timeout
    self.deadline = deadline
    self.isOutermost = isOutermost
    self.file = file
    self.line = line
  }
}
