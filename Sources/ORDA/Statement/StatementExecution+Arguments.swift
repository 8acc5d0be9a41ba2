/// Running a statement with a few values, for each number of them.
///
/// What a program calls, in `Statement`'s extension, is generic by the statement's type as well, which the compiler does not
/// know where a program has `any Statement`; there it would make one version for all types. Of these it makes one for each
/// combination of types.
extension StatementExecution {
  @inlinable @inline(never)
  static func execute<A: ValueConvertible>(_ statement: any Statement, _ timeout: Duration?, _ a: A) throws
    -> any StatementResult
  {
    try statement.execute(1, timeout, { try $0.bind(a) }, { [a] })
  }

  @inlinable @inline(never)
  static func execute<A: ValueConvertible, B: ValueConvertible>(
    _ statement: any Statement, _ timeout: Duration?, _ a: A, _ b: B
  ) throws -> any StatementResult {
    try statement.execute(2, timeout, { try $0.bind(a, b) }, { [a, b] })
  }

  @inlinable @inline(never)
  static func execute<A: ValueConvertible, B: ValueConvertible, C: ValueConvertible>(
    _ statement: any Statement, _ timeout: Duration?, _ a: A, _ b: B, _ c: C
  ) throws -> any StatementResult {
    try statement.execute(3, timeout, { try $0.bind(a, b, c) }, { [a, b, c] })
  }

  @inlinable @inline(never)
  static func execute<A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible>(
    _ statement: any Statement, _ timeout: Duration?, _ a: A, _ b: B, _ c: C, _ d: D
  ) throws -> any StatementResult {
    try statement.execute(4, timeout, { try $0.bind(a, b, c, d) }, { [a, b, c, d] })
  }

  @inlinable @inline(never)
  static func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible
  >(_ statement: any Statement, _ timeout: Duration?, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E) throws
    -> any StatementResult
  {
    try statement.execute(5, timeout, { try $0.bind(a, b, c, d, e) }, { [a, b, c, d, e] })
  }

  @inlinable @inline(never)
  static func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible
  >(_ statement: any Statement, _ timeout: Duration?, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) throws
    -> any StatementResult
  {
    try statement.execute(6, timeout, { try $0.bind(a, b, c, d, e, f) }, { [a, b, c, d, e, f] })
  }

  @inlinable @inline(never)
  static func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible
  >(_ statement: any Statement, _ timeout: Duration?, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) throws
    -> any StatementResult
  {
    try statement.execute(7, timeout, { try $0.bind(a, b, c, d, e, f, g) }, { [a, b, c, d, e, f, g] })
  }

  @inlinable @inline(never)
  static func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible
  >(_ statement: any Statement, _ timeout: Duration?, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H)
    throws -> any StatementResult
  {
    try statement.execute(8, timeout, { try $0.bind(a, b, c, d, e, f, g, h) }, { [a, b, c, d, e, f, g, h] })
  }

  @inlinable @inline(never)
  static func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible
  >(
    _ statement: any Statement, _ timeout: Duration?, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H,
    _ i: I
  ) throws -> any StatementResult {
    try statement.execute(9, timeout, { try $0.bind(a, b, c, d, e, f, g, h, i) }, { [a, b, c, d, e, f, g, h, i] })
  }

  @inlinable @inline(never)
  static func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible, J: ValueConvertible
  >(
    _ statement: any Statement, _ timeout: Duration?, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H,
    _ i: I, _ j: J
  ) throws -> any StatementResult {
    try statement.execute(
      10, timeout, { try $0.bind(a, b, c, d, e, f, g, h, i, j) }, { [a, b, c, d, e, f, g, h, i, j] })
  }

  @inlinable @inline(never)
  static func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible, J: ValueConvertible,
    K: ValueConvertible
  >(
    _ statement: any Statement, _ timeout: Duration?, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H,
    _ i: I, _ j: J, _ k: K
  ) throws -> any StatementResult {
    try statement.execute(
      11, timeout, { try $0.bind(a, b, c, d, e, f, g, h, i, j, k) }, { [a, b, c, d, e, f, g, h, i, j, k] })
  }

  @inlinable @inline(never)
  static func execute<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible, J: ValueConvertible,
    K: ValueConvertible, L: ValueConvertible
  >(
    _ statement: any Statement, _ timeout: Duration?, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H,
    _ i: I, _ j: J, _ k: K, _ l: L
  ) throws -> any StatementResult {
    try statement.execute(
      12, timeout, { try $0.bind(a, b, c, d, e, f, g, h, i, j, k, l) }, { [a, b, c, d, e, f, g, h, i, j, k, l] })
  }
}
