/// A connection whose database can call the program's own functions in SQL.
///
/// A driver's connection may conform to it beside ``DriverConnection``, and the driver declares
/// ``Capability/addedFunctions``. `governor.addFunction` calls it, for every connection.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol FunctionAddingConnection: DriverConnection {
  /// Makes a function known to SQL on this connection from now on. It replaces one of the same name and number of
  /// arguments.
  ///
  /// - Throws: `misuse` for a name or a number of arguments that the database does not accept.
  func add(_ function: DatabaseFunction) throws(DatabaseError)
}

/// A function of the program's own that SQL can call.
public struct DatabaseFunction: Sendable {
  /// Its name in SQL.
  public let name: String
  /// How many arguments it takes; nil for any number.
  public let arguments: Int?
  /// True if equal arguments always give an equal result.
  public let isDeterministic: Bool
  /// Computes the result, on any thread, in the middle of a statement. What it throws ends the statement: a
  /// ``DatabaseError`` as it is, anything else as the kind `other`.
  public let body: @Sendable ([Value]) throws -> Value

  /// A function; `arguments` is nil if it takes any number.
  public init(
    _ name: String, arguments: Int?, isDeterministic: Bool, body: @escaping @Sendable ([Value]) throws -> Value
  ) {
    self.name = name
    self.arguments = arguments
    self.isDeterministic = isDeterministic
    self.body = body
  }
}
