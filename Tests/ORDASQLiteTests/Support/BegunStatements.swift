import CSQLite
import ORDA
import ORDASQLite

/// The statements that SQLite has begun to run on a governor's connections, each noted before it asks for its locks.
final class BegunStatements: Sendable {
  private let texts = Shared<[String]>([])

  /// A configuration whose connections note here what they begin; the governor keeps this object.
  var configuration: GovernorConfiguration {
    GovernorConfiguration(onConnect: [
      { [self] connection in
        try SQLite.withHandle(connection) { handle in
          let context = Unmanaged.passUnretained(self).toOpaque()
          _ = sqlite3_trace_v2(handle, UInt32(SQLITE_TRACE_STMT), noteStatement, context)
        }
      }
    ])
  }

  /// Forgets what has begun so far.
  func forget() { texts.current = [] }

  /// Waits until statements whose text begins so have begun so often.
  func wait(for prefix: String, times: Int = 1) async throws {
    try await texts.wait { $0.count { $0.hasPrefix(prefix) } >= times }
  }

  /// Blocks this thread until a statement has begun whose text begins so.
  func block(for prefix: String) { texts.wait { $0.contains { $0.hasPrefix(prefix) } } }

  fileprivate func note(_ text: String) { texts.with { $0.append(text) } }
}

private func noteStatement(
  _ event: UInt32, _ context: UnsafeMutableRawPointer?, _ statement: UnsafeMutableRawPointer?,
  _ text: UnsafeMutableRawPointer?
) -> Int32 {
  if let context, let statement, let sql = sqlite3_sql(OpaquePointer(statement)) {
    Unmanaged<BegunStatements>.fromOpaque(context).takeUnretainedValue().note(String(cString: sql))
  }
  return 0
}
