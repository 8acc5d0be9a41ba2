/// Typed reading with values of known types for parameters, which are bound from where they lie.
///
/// Disfavoured, so that a literal in brackets is a list of parameters, and not the bytes of one.
extension Statement {
  /// All rows, each read by its type.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func query<T: RowDecodable, First: ValueConvertible, each More: ValueConvertible>(
    _ type: T.Type, _ first: First, _ more: repeat each More, timeout: Duration? = nil
  ) throws -> [T] {
    try reading([], first, repeat each more, timeout: timeout) { try $0.all(type) }
  }

  /// The first row, read by its type; nil if there is none.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func first<T: RowDecodable, First: ValueConvertible, each More: ValueConvertible>(
    _ type: T.Type, _ first: First, _ more: repeat each More, timeout: Duration? = nil
  ) throws -> T? {
    try reading(nil, first, repeat each more, timeout: timeout) { try $0.first(type) }
  }

  /// The first column of all rows.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func query<T: ColumnValue, First: ValueConvertible, each More: ValueConvertible>(
    _ type: T.Type, _ first: First, _ more: repeat each More, timeout: Duration? = nil
  ) throws -> [T] {
    try reading([], first, repeat each more, timeout: timeout) { try $0.allValues(type) }
  }

  /// The first column of the first row; nil if there is no row.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func first<T: ColumnValue, First: ValueConvertible, each More: ValueConvertible>(
    _ type: T.Type, _ first: First, _ more: repeat each More, timeout: Duration? = nil
  ) throws -> T? {
    try reading(nil, first, repeat each more, timeout: timeout) { try $0.firstValue(type) }
  }

  /// Runs the statement, and reads its rows.
  ///
  /// The compiler writes it out for the types of a call, where a pack that is passed on costs a copy of its values and no more.
  /// So the first value, usually the only one, is none of the pack.
  @inlinable @inline(__always)
  func reading<Found, First: ValueConvertible, each More: ValueConvertible>(
    _ none: Found, _ first: First, _ more: repeat each More, timeout: Duration?,
    _ read: (StatementExecution) throws -> Found
  ) throws -> Found {
    while true {
      var lent = try lend(timeout: timeout)
      var found = none
      var failure: (any Error)?
      do {
        var places = PackPlaces(after: 0)
        repeat places.pass((each More).self)
        if lent.handle.takesInOrder(places.takeCount()) {
          try lent.handle.binder.bind(first, at: places.next())
          repeat try lent.handle.binder.bind(each more, at: places.next())
        } else {
          var list: [(any ValueConvertible)?] = [first]
          repeat list.append(each more)
          try bind(list, resolvingFor: lent.handle)
        }
        found = try read(lent.handle)
      } catch {
        failure = error
      }
      guard let report = end(&lent, failure) else { return found }
      if report.isToBeRepeated { continue }
      var list: [(any ValueConvertible)?] = [first]
      repeat list.append(each more)
      try tell(report, of: list)
      return found
    }
  }
}
