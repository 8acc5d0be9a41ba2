/// What changes a table by writing it anew.
public struct TableRebuild: Sendable {
  /// The statements, in order.
  public var statements: [SQL]
  /// What is run after them, whether or not they have succeeded, such as what gives a setting its value back.
  public var closing: [SQL]

  /// A rebuild.
  public init(statements: [SQL], closing: [SQL] = []) {
    self.statements = statements
    self.closing = closing
  }
}
