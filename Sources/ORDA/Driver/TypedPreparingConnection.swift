/// A connection whose database settles the types of parameters when it prepares, as PostgreSQL does: it has to be told then
/// what will be bound, or takes 4 in `SELECT ?` for text.
///
/// A driver's connection may conform to it beside ``DriverConnection``. A statement is then prepared when it is first run, with
/// its values bound, and anew for values of other kinds; a few of these are kept for each text, and closed with it. NULL goes
/// with every kind. ``DriverConnection/prepare(_:)`` is still called where only the text is to be checked, or its columns to be
/// known. The elements of a batch are run one by one.
public protocol TypedPreparingConnection: DriverConnection {
  /// Prepares one statement for values of these kinds.
  ///
  /// - Parameters:
  ///   - request: As for ``DriverConnection/prepare(_:)``.
  ///   - kinds: What will be bound, a kind for each parameter; ``ParameterKind/null`` where nothing else is known.
  func prepare(_ request: PrepareRequest, for kinds: [ParameterKind]) throws(DatabaseError) -> any DriverStatement
}
