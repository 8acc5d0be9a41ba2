/// The steps that change a table by rewriting it.
public struct TableRebuild: Sendable {
  /// The statements, in order.
  public var statements: [SQL]
  /// Statements to run afterwards, whether or not these have succeeded, such as restoring a setting.
  public var closing: [SQL]

  /// A rebuild.
  public init(statements: [SQL], closing: [SQL] = []) {
    self.statements = statements
    self.closing = closing
  }
}
