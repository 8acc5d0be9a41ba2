extension Session {
  /// Runs a body whose caller can't learn what went wrong: it becomes the ODB's error.
  @discardableResult
  func noting<R>(_ body: () throws -> R) -> R? {
    do { return try body() } catch {
      let error = note(error)
      if error.isHarmless { mistake = error }
      return nil
    }
  }

  /// The value at a path; nil if there is none.
  func value(at path: ODBPath) throws -> ODBValue? {
    guard let node = path.find(self) else { return nil }
    return try value(of: node)
  }

  /// Puts a value at a path, making the tables around it; nil deletes what is there.
  func set(_ value: ODBValue?, at path: ODBPath) throws {
    guard let parent = path.parentTablePath else { throw ODBError.illegalOperationOnRootTable }
    guard let value else {
      if let node = path.find(self) { try delete(node) }
      return
    }
    guard let table = try ensureTable(parent.names) else { throw ODBError.notATable(path: parent.description) }
    try set(value, path.lastName, in: table)
  }
}
