internal import CMariaDB
internal import ORDA

/// Whether a host that answers does what it is there for. A node that has lost its cluster, and a primary that has become
/// a replica, take connections like any other, and refuse what is sent on them.
extension MariaDBOpening {
  /// Asks a host that others can stand in for; a lone one is used as it is.
  ///
  /// - Throws: ``HostUse/unfit(_:)``, and what happens to the connection.
  func checkFitness(of handle: UnsafeMutablePointer<MYSQL>, _ use: HostUse) throws(DatabaseError) {
    guard use.hasAlternatives, !use.isLastResort else { return }
    let galera = try settingsOfServer(
      handle, "SHOW STATUS WHERE Variable_name IN ('wsrep_provider_name', 'wsrep_ready', 'wsrep_cluster_status')")
    if Self.isUnready(galera) {
      let status = galera["wsrep_cluster_status"] ?? "unknown"
      throw use.unfit("\(use.host.label): this node of a Galera cluster is not ready; its cluster is \(status)")
    }
    // A program may mean to read servers that are read-only, unless one of them has refused to write.
    guard use.isDoubted, role == .writer else { return }
    let modes = try settingsOfServer(
      handle, "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'innodb_read_only')")
    if Self.isReadOnly(modes) { throw use.unfit("\(use.host.label): the server is read-only") }
  }

  /// Without the provider of a cluster, a server says of itself that it is not ready, and means nothing by it.
  static func isUnready(_ galera: [String: String]) -> Bool {
    galera["wsrep_provider_name"]?.isEmpty == false && galera["wsrep_ready"] == "OFF"
  }

  /// There are several ways of being read-only.
  static func isReadOnly(_ modes: [String: String]) -> Bool { modes.values.contains { $0 != "OFF" } }

  /// What a server says of itself by name; nothing, where it does not take the question.
  private func settingsOfServer(
    _ handle: UnsafeMutablePointer<MYSQL>, _ question: String
  ) throws(DatabaseError) -> [String: String] {
    guard mysql_query(handle, question) == 0, let result = mysql_store_result(handle) else {
      let error = MariaDBErrors.error(of: handle, sql: question)
      if let code = error.vendorCode, MariaDBCode.isLost(code) || MariaDBCode.isOfLibrary(code) { throw error }
      return [:]
    }
    defer { mysql_free_result(result) }
    guard mysql_num_fields(result) == 2 else { return [:] }
    var settings: [String: String] = [:]
    while let row = mysql_fetch_row(result) {
      guard let name = row[0], let value = row[1] else { continue }
      settings[String(cString: name).lowercased()] = String(cString: value)
    }
    return settings
  }
}
