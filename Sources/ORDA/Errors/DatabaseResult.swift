/// What the original ORDA called a result: either what was requested, or an error.
///
/// Functions throw their errors; use ``attempt(_:)`` for this style.
public protocol DatabaseResult: Sendable {
  /// True if this is an error, and not the requested result.
  var isError: Bool { get }
  /// The original's numeric code; ``ResultCode/success`` if this is not an error.
  var code: ResultCode { get }
}

extension DatabaseResult {
  /// False, unless the type says otherwise.
  public var isError: Bool { false }
  /// Success, unless the type says otherwise.
  public var code: ResultCode { .success }
}

/// Runs the body and returns its result, or the ``DatabaseError`` that it threw, as one result.
///
/// - Throws: Only the body's errors that are not ``DatabaseError``.
public func attempt(_ body: () throws -> any DatabaseResult) throws -> any DatabaseResult {
  do {
    return try body()
  } catch let error as DatabaseError {
    return error
  }
}
