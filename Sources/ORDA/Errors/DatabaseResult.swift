/// What the original ORDA called a result: either what was asked for, or an error that says so.
///
/// Functions throw their errors; ``attempt(_:)`` gives this manner to those who want it.
public protocol DatabaseResult: Sendable {
  /// True if this is an error, and not what was asked for.
  var isError: Bool { get }
  /// The original's numeric code; ``ResultCode/success`` where this is not an error.
  var code: ResultCode { get }
}

extension DatabaseResult {
  /// False, unless the type says otherwise.
  public var isError: Bool { false }
  /// Success, unless the type says otherwise.
  public var code: ResultCode { .success }
}

/// Runs the body and returns what it returns, or the ``DatabaseError`` that it threw, as one result.
///
/// - Throws: Only errors that are no ``DatabaseError``, which are the body's own.
public func attempt(_ body: () throws -> any DatabaseResult) throws -> any DatabaseResult {
  do {
    return try body()
  } catch let error as DatabaseError {
    return error
  }
}
