/// Running a statement with a few values, with overloads for each number of them.
///
/// Each returns the changes, and the rows if there are any, and throws ``DatabaseError``; of kind `misuse` if the statement has
/// another number of parameters.
///
/// The compiler makes no version of a loop over a parameter pack for the actual types, and takes long for each call with one.
/// Disfavoured, so that a literal in brackets is a list of parameters, and not the bytes of one.
extension Statement {
  /// Runs the statement with one value.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  @discardableResult
  public func execute<A: ValueConvertible>(_ a: A, timeout: Duration? = nil) throws -> any StatementResult {
    try StatementExecution.execute(self, timeout, a)
  }

  /// Runs the statement with two values.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  @discardableResult
  public func execute<A: ValueConvertible, B: ValueConvertible>(_ a: A, _ b: B, timeout: Duration? = nil) throws
    -> any StatementResult
  {
    try StatementExecution.execute(self, timeout, a, b)
  }

  /// Runs the statement with three values.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  @discardableResult
  public func execute<A: ValueConvertible, B: ValueConvertible, C: ValueConvertible>(
    _ a: A, _ b: B, _ c: C, timeout: Duration? = nil
  ) throws -> any StatementResult {
    try StatementExecution.execute(self, timeout, a, b, c)
  }

  /// Runs the statement with four values.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  @discardableResult
  public func execute<A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible>(
    _ a: A, _ b: B, _ c: C, _ d: D, timeout: Duration? = nil
  ) throws -> any StatementResult {
    try StatementExecution.execute(self, timeout, a, b, c, d)
  }

  /// Runs the statement with five values.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, timeout: Duration? = nil) throws -> any StatementResult {
    try StatementExecution.execute(self, timeout, a, b, c, d, e)
  }

  /// Runs the statement with six values.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, timeout: Duration? = nil) throws -> any StatementResult {
    try StatementExecution.execute(self, timeout, a, b, c, d, e, f)
  }

  /// Runs the statement with seven values.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, timeout: Duration? = nil) throws -> any StatementResult {
    try StatementExecution.execute(self, timeout, a, b, c, d, e, f, g)
  }

  /// Runs the statement with eight values.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, timeout: Duration? = nil) throws
    -> any StatementResult
  {
    try StatementExecution.execute(self, timeout, a, b, c, d, e, f, g, h)
  }

  /// Runs the statement with nine values.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I, timeout: Duration? = nil) throws
    -> any StatementResult
  {
    try StatementExecution.execute(self, timeout, a, b, c, d, e, f, g, h, i)
  }

  /// Runs the statement with ten values.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible, J: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I, _ j: J, timeout: Duration? = nil) throws
    -> any StatementResult
  {
    try StatementExecution.execute(self, timeout, a, b, c, d, e, f, g, h, i, j)
  }

  /// Runs the statement with eleven values.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible, J: ValueConvertible,
    K: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I, _ j: J, _ k: K, timeout: Duration? = nil)
    throws -> any StatementResult
  {
    try StatementExecution.execute(self, timeout, a, b, c, d, e, f, g, h, i, j, k)
  }

  /// Runs the statement with twelve values.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible, J: ValueConvertible,
    K: ValueConvertible, L: ValueConvertible
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I, _ j: J, _ k: K, _ l: L,
    timeout: Duration? = nil
  ) throws -> any StatementResult {
    try StatementExecution.execute(self, timeout, a, b, c, d, e, f, g, h, i, j, k, l)
  }
}
