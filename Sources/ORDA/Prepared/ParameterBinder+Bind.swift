/// Binding a few values, with overloads for each number of them.
///
/// The compiler makes no version of a loop over a parameter pack for the actual types: each value is copied and bound
/// by calls through its type's tables, some 90 instructions for an integer. Written out, it is one call of the driver
/// and 40.
extension ParameterBinder {
  /// Binds all parameters, in order.
  @inlinable @inline(__always)
  public func bind<A: ValueConvertible>(_ a: A) throws {
    guard count >= 1 else { throw noParameter(count) }
    try a.bind(to: driver, at: 0)
  }

  /// Binds all parameters, in order.
  @inlinable @inline(__always)
  public func bind<A: ValueConvertible, B: ValueConvertible>(_ a: A, _ b: B) throws {
    guard count >= 2 else { throw noParameter(count) }
    try a.bind(to: driver, at: 0)
    try b.bind(to: driver, at: 1)
  }

  /// Binds all parameters, in order.
  @inlinable @inline(__always)
  public func bind<A: ValueConvertible, B: ValueConvertible, C: ValueConvertible>(_ a: A, _ b: B, _ c: C) throws {
    guard count >= 3 else { throw noParameter(count) }
    try a.bind(to: driver, at: 0)
    try b.bind(to: driver, at: 1)
    try c.bind(to: driver, at: 2)
  }

  /// Binds all parameters, in order.
  @inlinable @inline(__always)
  public func bind<A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible>(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) throws {
    guard count >= 4 else { throw noParameter(count) }
    try a.bind(to: driver, at: 0)
    try b.bind(to: driver, at: 1)
    try c.bind(to: driver, at: 2)
    try d.bind(to: driver, at: 3)
  }

  /// Binds all parameters, in order.
  @inlinable @inline(__always)
  public func bind<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) throws {
    guard count >= 5 else { throw noParameter(count) }
    try a.bind(to: driver, at: 0)
    try b.bind(to: driver, at: 1)
    try c.bind(to: driver, at: 2)
    try d.bind(to: driver, at: 3)
    try e.bind(to: driver, at: 4)
  }

  /// Binds all parameters, in order.
  @inlinable @inline(__always)
  public func bind<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) throws {
    guard count >= 6 else { throw noParameter(count) }
    try a.bind(to: driver, at: 0)
    try b.bind(to: driver, at: 1)
    try c.bind(to: driver, at: 2)
    try d.bind(to: driver, at: 3)
    try e.bind(to: driver, at: 4)
    try f.bind(to: driver, at: 5)
  }

  /// Binds all parameters, in order.
  @inlinable @inline(__always)
  public func bind<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) throws {
    guard count >= 7 else { throw noParameter(count) }
    try a.bind(to: driver, at: 0)
    try b.bind(to: driver, at: 1)
    try c.bind(to: driver, at: 2)
    try d.bind(to: driver, at: 3)
    try e.bind(to: driver, at: 4)
    try f.bind(to: driver, at: 5)
    try g.bind(to: driver, at: 6)
  }

  /// Binds all parameters, in order.
  @inlinable @inline(__always)
  public func bind<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) throws {
    guard count >= 8 else { throw noParameter(count) }
    try a.bind(to: driver, at: 0)
    try b.bind(to: driver, at: 1)
    try c.bind(to: driver, at: 2)
    try d.bind(to: driver, at: 3)
    try e.bind(to: driver, at: 4)
    try f.bind(to: driver, at: 5)
    try g.bind(to: driver, at: 6)
    try h.bind(to: driver, at: 7)
  }

  /// Binds all parameters, in order.
  @inlinable @inline(__always)
  public func bind<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I) throws {
    guard count >= 9 else { throw noParameter(count) }
    try a.bind(to: driver, at: 0)
    try b.bind(to: driver, at: 1)
    try c.bind(to: driver, at: 2)
    try d.bind(to: driver, at: 3)
    try e.bind(to: driver, at: 4)
    try f.bind(to: driver, at: 5)
    try g.bind(to: driver, at: 6)
    try h.bind(to: driver, at: 7)
    try i.bind(to: driver, at: 8)
  }

  /// Binds all parameters, in order.
  @inlinable @inline(__always)
  public func bind<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible, J: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I, _ j: J) throws {
    guard count >= 10 else { throw noParameter(count) }
    try a.bind(to: driver, at: 0)
    try b.bind(to: driver, at: 1)
    try c.bind(to: driver, at: 2)
    try d.bind(to: driver, at: 3)
    try e.bind(to: driver, at: 4)
    try f.bind(to: driver, at: 5)
    try g.bind(to: driver, at: 6)
    try h.bind(to: driver, at: 7)
    try i.bind(to: driver, at: 8)
    try j.bind(to: driver, at: 9)
  }

  /// Binds all parameters, in order.
  @inlinable @inline(__always)
  public func bind<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible, J: ValueConvertible,
    K: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I, _ j: J, _ k: K) throws {
    guard count >= 11 else { throw noParameter(count) }
    try a.bind(to: driver, at: 0)
    try b.bind(to: driver, at: 1)
    try c.bind(to: driver, at: 2)
    try d.bind(to: driver, at: 3)
    try e.bind(to: driver, at: 4)
    try f.bind(to: driver, at: 5)
    try g.bind(to: driver, at: 6)
    try h.bind(to: driver, at: 7)
    try i.bind(to: driver, at: 8)
    try j.bind(to: driver, at: 9)
    try k.bind(to: driver, at: 10)
  }

  /// Binds all parameters, in order.
  @inlinable @inline(__always)
  public func bind<
    A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
    F: ValueConvertible, G: ValueConvertible, H: ValueConvertible, I: ValueConvertible, J: ValueConvertible,
    K: ValueConvertible, L: ValueConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I, _ j: J, _ k: K, _ l: L) throws {
    guard count >= 12 else { throw noParameter(count) }
    try a.bind(to: driver, at: 0)
    try b.bind(to: driver, at: 1)
    try c.bind(to: driver, at: 2)
    try d.bind(to: driver, at: 3)
    try e.bind(to: driver, at: 4)
    try f.bind(to: driver, at: 5)
    try g.bind(to: driver, at: 6)
    try h.bind(to: driver, at: 7)
    try i.bind(to: driver, at: 8)
    try j.bind(to: driver, at: 9)
    try k.bind(to: driver, at: 10)
    try l.bind(to: driver, at: 11)
  }
}
