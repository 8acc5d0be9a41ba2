extension ShelfFolder {
  /// Gives a type to objects that have none.
  ///
  /// - Returns: The objects that were given it.
  func assign(_ type: String, to ids: [ShelfId]) throws -> [ShelfId] {
    try prepare()
    return try withLocks(ids, isExclusive: true) {
      let missing = try ids.filter { try exists($0) && self.type($0)?.type == nil }
      try note(missing.map { ($0, .init(type: type, expires: try? self.type($0)?.expires)) }, isSynced: true)
      for id in missing { try reindex(id, isForced: true) }
      return missing
    }
  }

  /// Notes that types are known again.
  func finishRepair() throws {
    try prepare()
    try withTables {
      try types.refreshed {
        if types.file == nil { try types.create(isPartial: false) } else { try types.setPartial(false) }
      }
    }
  }
}
