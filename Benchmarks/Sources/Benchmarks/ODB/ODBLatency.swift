import CFloor
import Foundation
import ODB
import ORDA

/// Values that another process sets, from the end of its perform to an observer's call.
@MainActor
enum ODBLatency {
  static func workloads(_ data: ODBData) -> [Workload] {
    [
      Workload(
        "set by another process, heard", on: data, operations: commits(data), target: 1.5, kind: .wall, floor: floor,
        ours: ours, peers: ODBSuite.peers())
    ]
  }

  private static func commits(_ data: ODBData) -> Int { data.count / 1_000 }

  /// ORDA's changes of the same table, which tell less.
  private static func floor(_ data: ODBData) throws -> Side {
    try side(data, "floor-heard") { try ChangesListener(LiveData.open($0), "odb_nodes") }
  }

  private static func ours(_ data: ODBData) throws -> Side {
    try side(data, "odb-heard") { ODBListener(try ODB(governor: LiveData.open($0))) }
  }

  private static func side(
    _ data: ODBData, _ name: String, _ listener: (String) throws -> any LatencyListener
  ) throws -> Side {
    let (odb, path) = try data.emptyODB(name)
    try odb.performThrowing { try ODBData.value(odb, 0).requireSetValue(0) }
    odb.close()
    Placement.listener.take()
    let made = try listener(path)
    return latencySide(commits(data), ProcessWriter(process: try LineProcess(LivePart.odb.command(path))), made)
  }
}

/// An observer of a path, after whose call the new value is read.
private final class ODBListener: LatencyListener {
  private let heard = Heard()
  private let odb: ODB
  private let observation: ODBObservation

  init(_ odb: ODB) {
    self.odb = odb
    observation = ODBData.value(odb, 0).observe { [heard] _ in heard.now() }
  }

  func arm() {}

  func wait() throws -> (moment: Int64, number: Int64?) {
    let moment = try heard.wait()
    return (moment, odb.perform { ODBData.value(odb, 0).value?.int }.map { Int64($0) })
  }
}
