/// What is asked for when a connection is leased.
public struct LeaseRequest: Sendable {
  /// Which sort of connection.
  public var role: ConnectionRole
  /// The transaction to begin on it, or nil for none.
  public var transaction: TransactionOptions?
  /// How long it may take until a connection is there and the transaction begun, and how long the commit; nil for the
  /// governor's limits.
  public var timeout: Duration?
  /// How long the whole may take, the wait for the connection and the commit included: every statement on the connection has
  /// what is left of it for a limit. Nil for as long as it takes.
  public var deadline: Duration?
  /// True if it is misuse inside an open transaction.
  public var isOutermost: Bool
  /// Where the program asks, for messages that name the holder.
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
