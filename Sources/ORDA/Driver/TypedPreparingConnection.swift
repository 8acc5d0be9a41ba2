/// A connection whose database fixes the types of parameters when it prepares, like PostgreSQL: it must know then what
/// will be bound, or treats 4 in `SELECT ?` as text.
///
/// A driver's connection may conform to it beside ``DriverConnection``. A statement is then prepared when it is first
/// run, with its values bound, and again for values of other kinds; a few of these are kept for each text, and closed
/// with it. NULL fits every kind. ``DriverConnection/prepare(_:)`` is still called if only the text is to be checked,
/// or its columns to be known. The elements of a batch are run one by one.
public protocol TypedPreparingConnection: DriverConnection {
  /// Prepares one statement for values of these kinds.
  ///
  /// - Parameters:
  ///   - request: As for ``DriverConnection/prepare(_:)``.
  ///   - kinds: What will be bound, a kind for each parameter; ``ParameterKind/null`` if nothing else is known.
  func prepare(_ request: PrepareRequest, for kinds: [ParameterKind]) throws(DatabaseError) -> any DriverStatement
}
