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
    while true {
      let execution = try lend(timeout: timeout)
      var found: [T] = []
      var failure: (any Error)?
      do {
        var places = PackPlaces(after: 0)
        repeat places.pass((each More).self)
        if let target = execution.target(of: places.takeCount()) {
          try first.bind(to: target, at: places.next())
          repeat try (each more).bind(to: target, at: places.next())
        } else {
          var list: [(any ValueConvertible)?] = [first]
          repeat list.append(each more)
          try execution.bind(resolving: list)
        }
        found = try execution.all(type)
      } catch {
        failure = error
      }
      guard let report = end(execution, failure) else { return found }
      if report.isToBeRepeated { continue }
      var list: [(any ValueConvertible)?] = [first]
      repeat list.append(each more)
      try tell(report, of: list)
      return found
    }
  }

  /// The first row, read by its type; nil if there is none.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func first<T: RowDecodable, First: ValueConvertible, each More: ValueConvertible>(
    _ type: T.Type, _ first: First, _ more: repeat each More, timeout: Duration? = nil
  ) throws -> T? {
    while true {
      let execution = try lend(timeout: timeout)
      var found: T?
      var failure: (any Error)?
      do {
        var places = PackPlaces(after: 0)
        repeat places.pass((each More).self)
        if let target = execution.target(of: places.takeCount()) {
          try first.bind(to: target, at: places.next())
          repeat try (each more).bind(to: target, at: places.next())
        } else {
          var list: [(any ValueConvertible)?] = [first]
          repeat list.append(each more)
          try execution.bind(resolving: list)
        }
        found = try execution.first(type)
      } catch {
        failure = error
      }
      guard let report = end(execution, failure) else { return found }
      if report.isToBeRepeated { continue }
      var list: [(any ValueConvertible)?] = [first]
      repeat list.append(each more)
      try tell(report, of: list)
      return found
    }
  }

  /// The first column of all rows.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func query<T: ColumnValue, First: ValueConvertible, each More: ValueConvertible>(
    _ type: T.Type, _ first: First, _ more: repeat each More, timeout: Duration? = nil
  ) throws -> [T] {
    while true {
      let execution = try lend(timeout: timeout)
      var found: [T] = []
      var failure: (any Error)?
      do {
        var places = PackPlaces(after: 0)
        repeat places.pass((each More).self)
        if let target = execution.target(of: places.takeCount()) {
          try first.bind(to: target, at: places.next())
          repeat try (each more).bind(to: target, at: places.next())
        } else {
          var list: [(any ValueConvertible)?] = [first]
          repeat list.append(each more)
          try execution.bind(resolving: list)
        }
        found = try execution.allValues(type)
      } catch {
        failure = error
      }
      guard let report = end(execution, failure) else { return found }
      if report.isToBeRepeated { continue }
      var list: [(any ValueConvertible)?] = [first]
      repeat list.append(each more)
      try tell(report, of: list)
      return found
    }
  }

  /// The first column of the first row; nil if there is no row.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func first<T: ColumnValue, First: ValueConvertible, each More: ValueConvertible>(
    _ type: T.Type, _ first: First, _ more: repeat each More, timeout: Duration? = nil
  ) throws -> T? {
    while true {
      let execution = try lend(timeout: timeout)
      var found: T?
      var failure: (any Error)?
      do {
        var places = PackPlaces(after: 0)
        repeat places.pass((each More).self)
        if let target = execution.target(of: places.takeCount()) {
          try first.bind(to: target, at: places.next())
          repeat try (each more).bind(to: target, at: places.next())
        } else {
          var list: [(any ValueConvertible)?] = [first]
          repeat list.append(each more)
          try execution.bind(resolving: list)
        }
        found = try execution.firstValue(type)
      } catch {
        failure = error
      }
      guard let report = end(execution, failure) else { return found }
      if report.isToBeRepeated { continue }
      var list: [(any ValueConvertible)?] = [first]
      repeat list.append(each more)
      try tell(report, of: list)
      return found
    }
  }
}
