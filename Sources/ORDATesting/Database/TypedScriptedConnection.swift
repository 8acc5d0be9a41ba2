import ORDA

/// A connection of a ``ScriptedDatabase`` that learns what will be bound when it prepares.
final class TypedScriptedConnection: ScriptedConnection, TypedPreparingConnection {
  func prepare(_ request: PrepareRequest, for kinds: [ParameterKind]) throws(DatabaseError) -> any DriverStatement {
    try prepare(request, noting: "\(request.sql) for \(kinds.map { "\($0)" })")
  }
}
