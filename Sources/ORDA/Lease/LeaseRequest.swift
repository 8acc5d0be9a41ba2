/// What is asked for when a connection is leased.
public struct LeaseRequest: Sendable {
  /// Which sort of connection.
  public var role: ConnectionRole
  /// The transaction to begin on it, or nil for none.
  public var transaction: TransactionOptions?
  /// How long it may take until a connection is there and the transaction begun, and how long the commit; nil for the
  /// governor's limits.
  public var timeout: Duration?
  /// Where the program asks, for messages that name the holder.
  public var file: StaticString
  /// The line in ``file``.
  public var line: UInt

  /// A request.
  public init(
    role: ConnectionRole, transaction: TransactionOptions? = nil, timeout: Duration? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.role = role
    self.transaction = transaction
    self.timeout = timeout
    self.file = file
    self.line = line
  }
}
