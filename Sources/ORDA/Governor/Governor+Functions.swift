extension Governor {
  /// Adds a function that SQL can call, on every connection, present and future.
  ///
  /// ```swift
  /// try db.addFunction("longest") { values in .int(values.map { Int64("\($0)".count) }.max() ?? 0) }
  /// ```
  ///
  /// It replaces a function of the same name and number of arguments, even a built-in one. The result is stored like a
  /// bound value. What the body throws becomes the statement's error: a `DatabaseError` as it is, anything else as the
  /// kind `other` with its description. The body runs in the middle of a statement, on any thread, and several may run
  /// at once: it must not use the governor.
  ///
  /// - Parameters:
  ///   - name: The function's name; the case of ASCII letters does not count.
  ///   - arguments: How many it takes; nil for any number.
  ///   - isDeterministic: True if equal arguments always give an equal result.
  ///   - body: Computes the result from the values, as the database stores them.
  /// - Throws: ``DatabaseError`` of kind `unsupported` without ``Capability/addedFunctions``, `misuse` for a bad name or number.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func addFunction(
    _ name: String, arguments: Int? = nil, isDeterministic: Bool = true,
    _ body: @escaping @Sendable ([Value]) throws -> Value
  ) throws {
    let function = try function(name, arguments, isDeterministic, body)
    try onConnect { try $0.add(function) }
  }

  /// Adds a function of typed arguments, on every connection, present and future.
  ///
  /// ```swift
  /// try db.addFunction("initial") { (name: String) in name.first.map(String.init) }
  /// ```
  ///
  /// Arguments are read like columns: strictly, by the table at `ColumnValue`; NULL only as an optional. One that can't
  /// be read ends the statement with an error of kind `typeMismatch` or `outOfRange`, which names the argument.
  /// Everything else is as with the function that takes an array.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @_disfavoredOverload
  public func addFunction<each Argument: ColumnValue, Output: ValueConvertible>(
    _ name: String, isDeterministic: Bool = true,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Output
  ) throws {
    try addFunction(
      name, arguments: FunctionArguments.count(of: (repeat each Argument).self), isDeterministic: isDeterministic
    ) { values in
      var arguments = FunctionArguments(values)
      return try body(repeat try arguments.next((each Argument).self)).value()
    }
  }

  /// Adds a function that SQL can call, on every connection, present and future; tried on a connection's own thread.
  public func addFunction(
    _ name: String, arguments: Int? = nil, isDeterministic: Bool = true,
    _ body: @escaping @Sendable ([Value]) throws -> Value
  ) async throws {
    let function = try function(name, arguments, isDeterministic, body)
    try await onConnect { try $0.add(function) }
  }

  /// Adds a function of typed arguments, on every connection, present and future; tried on a connection's own thread.
  @_disfavoredOverload
  public func addFunction<each Argument: ColumnValue, Output: ValueConvertible>(
    _ name: String, isDeterministic: Bool = true,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Output
  ) async throws {
    try await addFunction(
      name, arguments: FunctionArguments.count(of: (repeat each Argument).self), isDeterministic: isDeterministic
    ) { values in
      var arguments = FunctionArguments(values)
      return try body(repeat try arguments.next((each Argument).self)).value()
    }
  }

  private func function(
    _ name: String, _ arguments: Int?, _ isDeterministic: Bool, _ body: @escaping @Sendable ([Value]) throws -> Value
  ) throws(DatabaseError) -> DatabaseFunction {
    guard capabilities.contains(.addedFunctions) else {
      throw DatabaseError(
        .unsupported, "\(driverName) can't call a function of the program's: it lacks the capability addedFunctions")
    }
    return DatabaseFunction(name, arguments: arguments, isDeterministic: isDeterministic, body: body)
  }
}

extension Connection {
  fileprivate func add(_ function: DatabaseFunction) throws {
    try withDriver((any FunctionAddingConnection).self) { try $0.add(function) }
  }
}

/// The arguments of a call, read one after another.
private struct FunctionArguments {
  private let values: [Value]
  private var position = 0

  init(_ values: [Value]) { self.values = values }

  static func count<each Argument>(of type: (repeat each Argument).Type) -> Int {
    var count = 0
    for _ in repeat (each Argument).self { count += 1 }
    return count
  }

  mutating func next<T: ColumnValue>(_ type: T.Type) throws(DatabaseError) -> T {
    guard position < values.count else {
      throw DatabaseError(.misuse, "the function was called with \(values.count) arguments")
    }
    position += 1
    do throws(DatabaseError) {
      return try T(value: values[position - 1])
    } catch {
      var error = error
      error.message = "argument \(position): \(error.message)"
      throw error
    }
  }
}
