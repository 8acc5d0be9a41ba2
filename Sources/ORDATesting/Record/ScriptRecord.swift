import ORDA

/// The requests to a scripted database, and its numbers of connections and statements.
struct ScriptRecord {
  var calls: [ScriptedCall] = []
  var keepsCalls = true
  var counts = ScriptedCounts()
  var cancelled: [ScriptedStatement] = []
  private var lastConnection = 0

  mutating func note(_ request: ScriptedCall.Request, on connection: Int) {
    if keepsCalls { calls.append(ScriptedCall(connection: connection, request: request)) }
  }

  /// Notes that a connection was opened, and returns its number.
  mutating func noteOpening(_ role: ConnectionRole) -> Int {
    lastConnection += 1
    counts.openConnections += 1
    counts.mostConnections = max(counts.mostConnections, counts.openConnections)
    counts.connections = lastConnection
    note(.open(role), on: lastConnection)
    return lastConnection
  }

  mutating func noteClosing(of connection: Int) {
    counts.openConnections -= 1
    note(.close, on: connection)
  }

  mutating func noteHandles(_ change: Int) {
    counts.openStatements += change
    counts.mostStatements = max(counts.mostStatements, counts.openStatements)
  }
}
