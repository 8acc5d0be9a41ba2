import ORDA

/// A connection of a ``FakeDatabase`` that is told what will be bound when it prepares.
final class TypedFakeConnection: FakeConnection, TypedPreparingConnection {
  func prepare(_ request: PrepareRequest, for kinds: [ParameterKind]) throws(DatabaseError) -> any DriverStatement {
    try prepare(request, noting: "prepare \(request.sql) for \(kinds.map { "\($0)" })")
  }
}
