internal import CMariaDB
internal import ORDA

/// What a server says of its part in a cluster.
struct ServerState {
  private let answers: [String: String]

  init(_ answers: [String: String]) { self.answers = answers }

  /// Asks for it. A node that has lost its cluster answers, too, if it need not wait for the others first.
  ///
  /// - Throws: What happens to the connection.
  init(asking handle: UnsafeMutablePointer<MYSQL>) throws(DatabaseError) {
    let question =
      "SHOW STATUS WHERE Variable_name IN ('wsrep_provider_name', 'wsrep_ready', 'wsrep_cluster_status')"
    var answers = try Self.answers(handle, "SET STATEMENT wsrep_sync_wait=0 FOR " + question)
    // Not every server knows that variable.
    if answers.isEmpty { answers = try Self.answers(handle, question) }
    self.init(answers)
  }

  /// Why nothing can be done on it: a node of a Galera cluster, and not ready.
  ///
  /// Without the provider of a cluster, a server says of itself that it is not ready, and means nothing by it.
  var unreadiness: String? {
    guard answers["wsrep_provider_name"]?.isEmpty == false, answers["wsrep_ready"] == "OFF" else { return nil }
    let status = answers["wsrep_cluster_status"] ?? "unknown"
    return "this node of a Galera cluster is not ready; its cluster is \(status)"
  }

  /// True if a server takes no changes; there are several ways of that.
  ///
  /// - Throws: What happens to the connection.
  static func isReadOnly(_ handle: UnsafeMutablePointer<MYSQL>) throws(DatabaseError) -> Bool {
    let question = "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'innodb_read_only')"
    return try answers(handle, question).values.contains { $0 != "OFF" }
  }

  /// Values by name; none, where the server does not take the question.
  private static func answers(
    _ handle: UnsafeMutablePointer<MYSQL>, _ question: String
  ) throws(DatabaseError) -> [String: String] {
    guard mysql_query(handle, question) == 0, let result = mysql_store_result(handle) else {
      let error = MariaDBErrors.error(of: handle, sql: question)
      if let code = error.vendorCode, MariaDBCode.isLost(code) || MariaDBCode.isOfLibrary(code) { throw error }
      return [:]
    }
    defer { mysql_free_result(result) }
    guard mysql_num_fields(result) == 2 else { return [:] }
    var answers: [String: String] = [:]
    while let row = mysql_fetch_row(result) {
      guard let name = row[0], let value = row[1] else { continue }
      answers[String(cString: name).lowercased()] = String(cString: value)
    }
    return answers
  }
}
