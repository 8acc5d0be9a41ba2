/// Running an awaited statement with a few values: each overload that blocks has one that is awaited, between which the compiler
/// chooses by where a call stands. The values are sent to the connection's thread as a list.
extension Statement {
  /// Runs the statement with one value.
  @_disfavoredOverload
  @discardableResult
  public func execute<A: ValueConvertible>(_ a: A, timeout: Duration? = nil) async throws -> any StatementResult {
    try await execute(Parameters(values: [a]), timeout: timeout)
  }

  /// Runs the statement with two values.
  @_disfavoredOverload
  @discardableResult
  public func execute<A: ValueConvertible, B: ValueConvertible>(_ a: A, _ b: B, timeout: Duration? = nil) async throws
    -> any StatementResult
  {
    try await execute(Parameters(values: [a, b]), timeout: timeout)
  }

  /// Runs the statement with three values.
  @_disfavoredOverload
  @discardableResult
  public func execute<A: ValueConvertible, B: ValueConvertible, C: ValueConvertible>(
    _ a: A, _ b: B, _ c: C, timeout: Duration? = nil
  ) async throws -> any StatementResult {
    try await execute(Parameters(values: [a, b, c]), timeout: timeout)
  }

  /// Runs the statement with four values.
  @_disfavoredOverload
  @discardableResult
  public func execute<A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible>(
    _ a: A, _ b: B, _ c: C, _ d: D, timeout: Duration? = nil
  ) async throws -> any StatementResult {
    try await execute(Parameters(values: [a, b, c, d]), timeout: timeout)
  }

  /// Runs the statement with five values.
  @_disfavoredOverload
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, timeout: Duration? = nil) async throws -> any StatementResult {
    try await execute(Parameters(values: [a, b, c, d, e]), timeout: timeout)
  }

  /// Runs the statement with six values.
  @_disfavoredOverload
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, timeout: Duration? = nil) async throws -> any StatementResult {
    try await execute(Parameters(values: [a, b, c, d, e, f]), timeout: timeout)
  }

  /// Runs the statement with seven values.
  @_disfavoredOverload
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, timeout: Duration? = nil) async throws
    -> any StatementResult
  {
    try await execute(Parameters(values: [a, b, c, d, e, f, g]), timeout: timeout)
  }

  /// Runs the statement with eight values.
  @_disfavoredOverload
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, timeout: Duration? = nil) async throws
    -> any StatementResult
  {
    try await execute(Parameters(values: [a, b, c, d, e, f, g, h]), timeout: timeout)
  }

  /// Runs the statement with nine values.
  @_disfavoredOverload
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I, timeout: Duration? = nil) async throws
    -> any StatementResult
  {
    try await execute(Parameters(values: [a, b, c, d, e, f, g, h, i]), timeout: timeout)
  }

  /// Runs the statement with ten values.
  @_disfavoredOverload
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible, J: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I, _ j: J, timeout: Duration? = nil)
    async throws -> any StatementResult
  {
    try await execute(Parameters(values: [a, b, c, d, e, f, g, h, i, j]), timeout: timeout)
  }

  /// Runs the statement with eleven values.
  @_disfavoredOverload
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible, J: ValueConvertible,
    K: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I, _ j: J, _ k: K, timeout: Duration? = nil)
    async throws -> any StatementResult
  {
    try await execute(Parameters(values: [a, b, c, d, e, f, g, h, i, j, k]), timeout: timeout)
  }

  /// Runs the statement with twelve values.
  @_disfavoredOverload
  @discardableResult
  public func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible, J: ValueConvertible,
    K: ValueConvertible, L: ValueConvertible
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I, _ j: J, _ k: K, _ l: L,
    timeout: Duration? = nil
  ) async throws -> any StatementResult {
    try await execute(Parameters(values: [a, b, c, d, e, f, g, h, i, j, k, l]), timeout: timeout)
  }
}
