extension ODB {
  /// This thread's perform; traps outside of one.
  func session(_ call: StaticString) -> Session {
    if let thread = PerformThread.existing {
      if let session = thread.session(of: database) { return session }
      if let session = StaticPerform.join(database, thread) { return session }
    }
    // The only mistake that ends the program: any result would be wrong.
    fatalError(
      "ODB: \(call) was used outside of perform. Put it into ODB.perform { } or odb.perform { }, on the same thread.")
  }
}
