extension ODB {
  /// The perform that this thread is in; a trap where it is in none.
  func session(_ call: StaticString) -> Session {
    if let thread = PerformThread.existing {
      if let session = thread.session(of: database) { return session }
      if let session = StaticPerform.join(database, thread) { return session }
    }
    // The one mistake that ends the program: nothing that could be returned would be true.
    fatalError(
      "ODB: \(call) was used outside of perform. Put it into ODB.perform { } or odb.perform { }, on the same thread.")
  }
}
