import CPostgreSQLFloor

extension PostgreSQLFloor {
  /// A connection that is sent the log.
  ///
  /// Unchecked, because its pointer never changes and one thread alone reads the log; stopping it is made for another one.
  final class Follower: @unchecked Sendable {
    private let handle: OpaquePointer

    init(_ server: PostgreSQLServer, publication: String) throws {
      var handle: OpaquePointer?
      let worked = server.withAddress { cp_follow($0, PostgreSQLServer.database, publication, &handle) }
      guard let handle else { throw PostgreSQLFloorError(message: "out of memory") }
      self.handle = handle
      guard worked != 0 else { throw PostgreSQLFloorError(message: String(cString: cp_follower_message(handle))) }
    }

    deinit { cp_free_follower(handle) }

    /// The number that the next UPDATE has set; nil where there is no more.
    func next() -> Int32? {
      var number: Int32 = 0
      return cp_next_change(handle, &number) == 1 ? number : nil
    }

    func stop() { cp_stop_following(handle) }
  }
}
