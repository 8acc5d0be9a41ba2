/// A value that can be bound to a parameter.
///
/// A conforming type says which ``Value`` it becomes; the hot types also bind themselves without making one.
///
/// This protocol is open: a program's own types implement it.
public protocol ValueConvertible: Sendable {
  /// The value to store.
  ///
  /// - Throws: ``DatabaseError`` if it has no such form: a number out of range, a Codable that can't be encoded.
  func value() throws(DatabaseError) -> Value

  /// Binds the value to a parameter, counted from 0. The default binds ``value()``.
  func bind(to target: any BindTarget, at index: Int) throws(DatabaseError)
}

extension ValueConvertible {
  /// Binds ``value()``.
  @inlinable
  public func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) {
    target.bind(try value(), at: index)
  }
}
