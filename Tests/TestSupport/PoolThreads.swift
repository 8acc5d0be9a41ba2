public import ORDA

extension Threads {
  /// Runs a body on several connections of a governor at the same time, and keeps all connections until each body has ended.
  ///
  /// A thread that gets no connection, or whose body fails, counts as well, so that no other thread waits for it forever.
  ///
  /// - Parameters:
  ///   - count: The number of connections.
  ///   - db: The governor.
  ///   - role: The role of each thread's connection.
  ///   - body: The work of a thread, which receives its number.
  /// - Throws: The first error.
  public static func onConnections(
    _ count: Int, of db: any Governor, _ role: @escaping @Sendable (Int) -> ConnectionRole = { _ in .writer },
    _ body: @escaping @Sendable (Int, Connection) throws -> Void
  ) throws {
    let ended = Shared(0)
    try inParallel(count) { thread in
      var isCounted = false
      defer { if !isCounted { ended.with { $0 += 1 } } }
      try db.withConnection(role(thread)) { connection in
        defer {
          isCounted = true
          ended.with { $0 += 1 }
          ended.wait { $0 == count }
        }
        try body(thread, connection)
      }
    }
  }
}
