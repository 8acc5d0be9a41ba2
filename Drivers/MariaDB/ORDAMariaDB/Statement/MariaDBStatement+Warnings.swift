internal import CMariaDB
internal import ORDA

/// Warnings: their number comes with each answer, and they are requested only if it is not 0.
///
/// The server keeps only those of the last statement. So they are requested at once if another statement follows before
/// this one's are wanted.
extension MariaDBStatement {
  func warnings() throws(DatabaseError) -> [DatabaseWarning] {
    if let keptWarnings { return keptWarnings }
    return try connection.warnings()
  }

  /// Notes the number of warnings of a finished execution.
  @inline(__always)
  func noteWarnings(_ count: UInt32) {
    if count > 0, connection.settings.readsWarnings { warningCount = Int(count) }
  }

  /// Fetches the present warnings, and adds them to those kept before.
  func keepWarnings(_ count: UInt32) throws(DatabaseError) {
    guard count > 0, connection.settings.readsWarnings else { return }
    var kept = keptWarnings ?? []
    if kept.count < MariaDBConnection.warningLimit { kept += try connection.warnings() }
    keptWarnings = kept
    warningCount = kept.count
  }
}

extension MariaDBConnection {
  /// The most warnings that are read for a statement.
  static let warningLimit = 1000

  /// The warnings of the last statement.
  func warnings() throws(DatabaseError) -> [DatabaseWarning] {
    try texts("SHOW WARNINGS LIMIT \(Self.warningLimit)").compactMap { row in
      guard row.count == 3, let code = row[1].flatMap({ Int($0) }), let message = row[2] else { return nil }
      let level: DatabaseWarning.Level =
        switch row[0] {
        case "Note": .note
        case "Error": .error
        default: .warning
        }
      return DatabaseWarning(level: level, code: code, message: message)
    }
  }
}
