internal import CPostgreSQL
internal import ORDA

/// What the server said beside its answers, since the statement began.
final class Notices {
  private(set) var warnings: [DatabaseWarning] = []
  /// How many there were, also of those that are not kept.
  @exclusivity(unchecked) private(set) var count = 0
  /// Whether the server stopped waiting for a standby, and committed without it.
  private(set) var hasUnreplicatedCommit = false
  /// The error with which the server ended the session between two statements; nil while the session lasts.
  private(set) var sessionEnd: ErrorReport?
  private static let most = 1000

  /// Has the library call this object, which must outlive the connection.
  func listen(to handle: OpaquePointer) {
    _ = PQsetNoticeReceiver(
      handle,
      { place, result in
        guard let place, let result else { return }
        Unmanaged<Notices>.fromOpaque(place).takeUnretainedValue().add(ErrorReport(result))
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func add(_ report: ErrorReport) {
    if report.isFatal { sessionEnd = report }
    count += 1
    // The function's name is the same in every language.
    if report.function == "SyncRepWaitForLSN" { hasUnreplicatedCommit = true }
    guard warnings.count < Self.most else { return }
    let level: DatabaseWarning.Level = report.severity == "WARNING" ? .warning : .note
    let words = report.state.isEmpty || report.state == "00000" ? "" : " (SQLSTATE \(report.state))"
    warnings.append(DatabaseWarning(level: level, code: 0, message: report.message + words))
  }

  func removeAll() {
    if count == 0 { return }
    count = 0
    warnings = []
    hasUnreplicatedCommit = false
  }
}
