import Foundation

/// An aligned table, for people.
final class TableReport: Report {
  private let nameWidth: Int
  private var missed = 0

  init(suite: Suite, workloads: [Workload]) {
    nameWidth = workloads.map(\.name.count).max() ?? 0
    let peer = workloads.first?.peerName ?? "peer"
    print("\(suite.summary). Times in ms, of processor time if nothing else is said.")
    print(
      line(
        "workload", "floor", "ns each", "ours", peer, "ours/floor", "target", "met", "ours/\(peer)", "\(peer)/floor"))
  }

  func add(_ measurement: Measurement, of workload: Workload) {
    switch workload.kind {
    case .processor:
      row(workload.name, measurement.summary(.processor), of: workload, judged: true)
    case .wall:
      row(workload.name, measurement.summary(.wall), of: workload, judged: true, note: "  wall")
      row("", measurement.summary(.processor), of: workload, judged: false, note: "  processor")
    }
    fflush(nil)
  }

  func finish() {
    if missed > 0 { print("\(missed) missed.") }
  }

  private func row(
    _ name: String, _ summary: Measurement.Summary, of workload: Workload, judged: Bool, note: String = ""
  ) {
    var met = ""
    if judged, let ratio = summary.oursOverFloor {
      let good = ratio <= workload.target && (summary.oursOverPeer ?? 0) < 1
      if !good { missed += 1 }
      met = good ? "yes" : "NO"
    }
    print(
      line(
        name, milliseconds(summary.floor), each(summary.floor, workload.operations), milliseconds(summary.ours),
        milliseconds(summary.peer), ratio(summary.oursOverFloor), judged ? ratio(workload.target) : "", met,
        ratio(summary.oursOverPeer), ratio(summary.peerOverFloor)) + note)
  }

  private func line(_ name: String, _ cells: String...) -> String {
    let widths = [9, 9, 9, 9, 10, 6, 3, 10, 10]
    let padded = zip(cells, widths).map { cell, width in
      String(repeating: " ", count: max(0, width - cell.count)) + cell
    }
    return name + String(repeating: " ", count: max(0, nameWidth - name.count)) + " " + padded.joined(separator: " ")
  }

  private func milliseconds(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "-" }

  private func ratio(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "-" }

  private func each(_ milliseconds: Double?, _ operations: Int) -> String {
    milliseconds.map { String(format: "%.0f", $0 * 1e6 / Double(operations)) } ?? "-"
  }
}
