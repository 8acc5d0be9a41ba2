extension ODB {
  /// A place, to read and write what is in it like a script. Use it in a perform.
  ///
  /// ```swift
  /// odb.perform { odb["RSS.feeds"][feedID].editedName = name }
  /// ```
  ///
  /// - Parameter text: A path, as ``ODBPath/init(text:odb:)`` reads it; if it is not a path, ``error`` says so after
  ///   the perform.
  public subscript(text: String) -> ODBMember {
    let place = Result { () throws(ODBError) -> ODBPath in try ODBPath(text: text, odb: self) }
    return ODBMember(place: place, odb: self)
  }

  /// A value, in a new perform, or as part of this thread's perform.
  ///
  /// ```swift
  /// odb["user.name", default: ""] = "Bull Mancuso"
  /// ```
  ///
  /// If there is nothing, or something of another type, the result is the default. Setting makes missing tables.
  /// ``error`` has what goes wrong.
  ///
  /// - Parameters:
  ///   - text: A path, as ``ODBPath/init(text:odb:)`` reads it.
  ///   - value: The result if there is nothing.
  public subscript<T: ODBPrimitive>(text: String, default value: @autoclosure () -> T) -> T {
    get { read(text).flatMap { T($0) } ?? value() }
    set { write(newValue.odbValue, text) }
  }

  /// The value at a path given as text, in a perform.
  func read(_ text: String) -> ODBValue? {
    performing { session in try session.value(at: try ODBPath(text: text, odb: self)) } ?? nil
  }

  /// Puts a value at a path given as text, in a perform; nil deletes what is there.
  func write(_ value: ODBValue?, _ text: String) {
    performing { session in try session.set(value, at: try ODBPath(text: text, odb: self)) }
  }

  @discardableResult
  private func performing<R>(_ body: (Session) throws -> R) -> R? {
    perform {
      let session = session("odb[…]")
      return session.noting { try body(session) }
    }
  }
}
