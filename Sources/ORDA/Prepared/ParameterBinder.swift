/// Binds the parameters of a batch; lent for one element at a time.
public struct ParameterBinder: ~Copyable {
  @usableFromInline let driver: any DriverStatement
  /// How many parameters the statement has.
  public let count: Int

  @inlinable
  init(driver: any DriverStatement, count: Int) {
    self.driver = driver
    self.count = count
  }

  /// Binds one parameter by its index, from 0. Those that are not bound are NULL.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` for an index that the statement does not have.
  @inlinable
  public func bind<T: ValueConvertible>(_ value: T, at index: Int) throws {
    guard UInt(bitPattern: index) < UInt(bitPattern: count) else { throw noParameter(index) }
    try value.bind(to: driver, at: index)
  }

  /// Binds all parameters, in order.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if there are more values than parameters.
  @inlinable
  public func bind<each T: ValueConvertible>(_ values: repeat each T) throws {
    var index = 0
    for value in repeat each values {
      guard index < count else { throw noParameter(index) }
      try value.bind(to: driver, at: index)
      index &+= 1
    }
  }

  @usableFromInline
  func noParameter(_ index: Int) -> DatabaseError {
    var error = DatabaseError(.misuse, "parameter \(index), counted from 0, of a statement that has \(count)")
    error.code = .badBindIndex
    return error
  }
}
