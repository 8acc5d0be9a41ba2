internal import CPostgreSQL
internal import ORDA

/// Whether the server still describes a statement as before.
extension PostgreSQLConnection {
  /// Begins a round trip in which a statement has the types that it was prepared with.
  ///
  /// The server parses and describes the text without a name. The round trip stays open: the server keeps the locks of the
  /// parsed text, so that the statement's tables can't change before it runs, and a pooler keeps the session.
  ///
  /// - Parameter preludes: Texts that run before.
  /// - Returns: Nil if the description is the expected one. Otherwise the new description; then the round trip has ended.
  /// - Throws: The first error, after the end of the round trip.
  func beginPipeline(
    _ preludes: [String], verifying expected: PreparedText
  ) throws(DatabaseError) -> PreparedText? {
    let types = expected.types
    try beginPipeline(preludes) {
      PQsendPrepare(handle, "", expected.sql, Int32(truncatingIfNeeded: types.count), types) == 1
        && PQsendDescribePrepared(handle, "") == 1 && PQsendFlushRequest(handle) == 1
    }
    var found: PreparedText?
    var failure: DatabaseError?
    // The answers to the preludes, to Parse and to Describe.
    for index in 0..<(preludes.count + 2) {
      while let result = try nextResult() {
        if PQresultStatus(result) == PGRES_PIPELINE_SYNC {
          PQclear(result)
          throw incompleteAnswers()
        }
        if let error = error(in: result, sql: expected.sql) {
          failure = failure ?? error
        } else if index == preludes.count + 1 {
          found = PreparedText(
            sql: expected.sql, name: "", types: types, parameters: PreparedText.parameters(of: result),
            columns: ResultColumn.all(of: result))
        }
        PQclear(result)
      }
      if index == preludes.count - 1, failure == nil { protection.ran() }
    }
    if failure == nil, let found, expected.isDescribed(like: found) { return nil }
    guard PQpipelineSync(handle) == 1 else { throw lost() }
    do throws(DatabaseError) { try endPipeline() } catch { failure = failure ?? error }
    if let failure { throw failure }
    guard let found else {
      throw DatabaseError(.protocolViolation, "the server did not describe a statement", sql: expected.sql)
    }
    return PreparedText(
      sql: found.sql, name: "", types: types, parameters: found.parameters, columns: try named(found.columns))
  }
}
