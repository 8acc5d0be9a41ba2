import Foundation
import ODB
import ORDA

/// A second process is killed while it changes the first ODB's layout over: all must be as it was or changed over, and what was
/// not is changed over by the next who tries.
struct ODBMigrationKilling {
  private static let count = 5_000

  let url: String

  init(_ url: String) { self.url = url }

  func run(_ times: Int) throws -> [String] {
    var faults: [String] = []
    try makeOriginal()
    let took = try ODBVictim(url, "--migrating-victim").duration()
    if let fault = try check().fault { faults.append("unkilled: \(fault)") }
    var whole = 0
    for round in 1...times {
      try makeOriginal()
      let lines = try ODBVictim(url, "--migrating-victim").killed(within: took * 5 / 4)
      let (wasWhole, fault) = try check()
      if wasWhole { whole += 1 }
      if lines.count == 2, !wasWhole { faults.append("round \(round): told as changed over, which it was not") }
      if let fault { faults.append("round \(round): \(fault)") }
    }
    print("killed \(times) times while it migrated, \(whole) of them when all was changed over")
    return faults
  }

  /// Changes the layout over, and waits to be killed.
  func victim() throws -> Never {
    let odb = try ODB(url: url)
    try ODBVictim.run { try odb.migrate() }
  }

  private func makeOriginal() throws {
    let db = try ORDA.open(url)
    for table in ["odb_state", "odb_nodes", "odb_values", "odb_tables", "odb_migrating_nodes"] {
      try db.execute("DROP TABLE IF EXISTS \(identifier: table)")
    }
    let isServer = db.driverName == "MariaDB"
    let key: SQL = isServer ? "BIGINT PRIMARY KEY AUTO_INCREMENT" : "INTEGER PRIMARY KEY AUTOINCREMENT"
    let value: SQL = isServer ? "LONGTEXT" : "BLOB"
    try db.executeScript(
      """
      CREATE TABLE odb_tables (id \(key), parent_id BIGINT NOT NULL, name TEXT NOT NULL);
      CREATE TABLE odb_values (id \(key), odb_table_id BIGINT NOT NULL, name TEXT NOT NULL,
        primitive_type BIGINT NOT NULL, application_type TEXT, value \(value));
      INSERT INTO odb_tables (id, parent_id, name) VALUES (1, -1, 'RSS'), (2, 1, 'feeds');
      """)
    let insert = try db.prepare(
      "INSERT INTO odb_values (odb_table_id, name, primitive_type, value) VALUES (2, ?, 128, ?)")
    try insert.executeMany(0..<Self.count) { number, parameters in try parameters.bind("\(number)", "value \(number)") }
    try db.close()
  }

  /// Whether all was changed over already, and what is wrong once it is.
  private func check() throws -> (wasWhole: Bool, fault: String?) {
    let odb = try ODB(url: url)
    defer { odb.close() }
    let path = odb.path(["RSS", "feeds", "4711"])
    let before = try odb.performThrowing { path.value?.string }
    let report = try odb.migrate()
    let wasWhole = report == .nothing
    if before != "value 4711" { return (wasWhole, "\(before ?? "nothing") stands where a value was") }
    if !wasWhole, report.values != Self.count { return (wasWhole, "\(report.values) values are reported") }
    let children = try odb.performThrowing(.once) { odb.path(["RSS", "feeds"]).table?.children.count ?? 0 }
    if children != Self.count { return (wasWhole, "\(children) values are there") }
    let rows = try odb.governor?.first(Int.self, "SELECT COUNT(*) FROM odb_nodes") ?? 0
    if rows != Self.count + 3 { return (wasWhole, "\(rows) rows are there") }
    for name in ["odb_tables", "odb_values", "odb_migrating_nodes"] {
      if try odb.governor?.describe(TableName(name: name)) != nil { return (wasWhole, "\(name) is there still") }
    }
    return (wasWhole, nil)
  }
}
