/// How many connections and prepared statements a scripted database has and had.
public struct ScriptedCounts: Sendable, Hashable {
  /// Connections that were ever opened.
  public internal(set) var connections = 0
  /// Connections that are open.
  public internal(set) var openConnections = 0
  /// The most connections that were open at once.
  public internal(set) var mostConnections = 0
  /// Prepared statements that are open, on all connections.
  public internal(set) var openStatements = 0
  /// The most prepared statements that were open at once.
  public internal(set) var mostStatements = 0
  /// Rows that were stepped to.
  public internal(set) var rows = 0
}
