import Foundation

/// An aligned table, for people.
final class TableReport: Report {
  private let nameWidth: Int
  private let cellWidths: [Int]
  private var missed = 0

  init(suite: Suite, workloads: [Workload]) {
    nameWidth = workloads.map(\.name.count).max() ?? 0
    let peers = workloads.first?.peers.map(\.name) ?? []
    let titles =
      ["floor", "ns each", "ours"] + peers + ["ours/floor", "target", "met"]
      + peers.flatMap { ["ours/\($0)", "\($0)/floor"] }
    cellWidths = titles.map { $0 == "met" ? 3 : max($0.count, $0 == "target" ? 6 : 9) }
    print("\(suite.summary). Times in ms, of processor time if nothing else is said.")
    print(line("workload", titles))
  }

  func add(_ measurement: Measurement, of workload: Workload) {
    switch workload.kind {
    case .processor:
      row(workload.name, measurement.summary(.processor), of: workload, judged: true)
    case .wall:
      row(workload.name, measurement.summary(.wall), of: workload, judged: true, note: "  wall")
      row("", measurement.summary(.processor), of: workload, judged: false, note: "  processor")
    case .bytes: row(workload.name, measurement.summary(.bytes), of: workload, judged: true, note: "  bytes")
    case .count: row(workload.name, measurement.summary(.count), of: workload, judged: true, note: "  count")
    case .bytesEach:
      row(workload.name, measurement.summary(.bytesEach), of: workload, judged: true, note: "  bytes each")
    case .longest: row(workload.name, measurement.summary(.longest), of: workload, judged: true, note: "  wall")
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
    if judged, let figure = workload.kind.isLimited ? summary.ours : summary.oursOverFloor {
      let good = figure <= workload.target && (summary.strongestPeer?.oursOverIt ?? 0) < 1
      if !good { missed += 1 }
      met = good ? "yes" : "NO"
    }
    let cells =
      [milliseconds(summary.floor), each(summary.floor, of: workload), milliseconds(summary.ours)]
      + summary.peers.map { milliseconds($0.time) }
      + [ratio(summary.oursOverFloor), judged && workload.target.isFinite ? ratio(workload.target) : "", met]
      + summary.peers.flatMap { [ratio($0.oursOverIt), ratio($0.itOverFloor)] }
    print(line(name, cells) + note)
  }

  private func line(_ name: String, _ cells: [String]) -> String {
    let padded = zip(cells, cellWidths).map { cell, width in
      String(repeating: " ", count: max(0, width - cell.count)) + cell
    }
    return name + String(repeating: " ", count: max(0, nameWidth - name.count)) + " " + padded.joined(separator: " ")
  }

  private func milliseconds(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "-" }

  private func ratio(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "-" }

  private func each(_ milliseconds: Double?, of workload: Workload) -> String {
    guard let milliseconds, workload.kind == .processor || workload.kind == .wall else { return "-" }
    return String(format: "%.0f", milliseconds * 1e6 / Double(workload.operations))
  }
}
