import Foundation

/// One JSON object a line, for programs. Of several peers it has the one that ORDA is least ahead of.
final class JSONReport: Report {
  func add(_ measurement: Measurement, of workload: Workload) {
    let summary = measurement.summary(workload.kind)
    let peer = summary.strongestPeer
    let fields: [(String, String)] = [
      ("workload", quoted(workload.name)),
      ("ours_ms", number(summary.ours)),
      ("floor_ms", number(summary.floor)),
      ("peer_ms", number(peer?.time)),
      ("ours_over_floor", number(summary.oursOverFloor)),
      ("ours_over_peer", number(peer?.oursOverIt)),
      ("peer", peer.map { quoted($0.name) } ?? "null"),
    ]
    print("{" + fields.map { "\(quoted($0)):\($1)" }.joined(separator: ",") + "}")
    fflush(nil)
  }

  func finish() {}

  private func number(_ value: Double?) -> String {
    value.map { String(format: "%.4f", $0) } ?? "null"
  }

  /// The names are this package's own, plain ASCII; only what JSON itself needs is escaped.
  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
