import Foundation
import ODB
import ORDA

/// Opening a large ODB, beside opening a small one.
@MainActor
enum ODBSizes {
  static func workloads(_ data: ODBData) -> [Workload] {
    [
      Workload(
        "opening a large ODB, reading a value", on: data, operations: 1, target: 1.2, kind: .wall,
        floor: { try opening(10, $0) }, ours: { try opening($0.count * 10, $0) }, peers: ODBSuite.peers()),
      Workload(
        "memory of that", on: data, operations: 1, target: 1.2, kind: .bytes,
        floor: { try memory(10, $0) }, ours: { try memory($0.count * 10, $0) }, peers: ODBSuite.peers()),
    ]
  }

  private static func opening(_ count: Int, _ data: ODBData) throws -> Side {
    let path = try data.sizedODB(count)
    return Side(
      run: {
        var sum = 0
        for _ in 0..<20 {
          let odb = ODB(file: path, registry: ORDA.shared)
          sum += odb.perform { ODBData.value(odb, 7).value?.int ?? 0 }
          odb.close()
        }
        return sum
      }, checksum: { UInt64($0) })
  }

  /// What is allocated, in a process of its own.
  private static func memory(_ count: Int, _ data: ODBData) throws -> Side {
    let path = try data.sizedODB(count)
    return Side(timed: {
      let process = try LineProcess(LivePart.odbOpening.command(path))
      guard let bytes = Double(try process.line()), bytes > 0 else {
        throw LiveFailure(description: "this system does not tell how much memory is allocated")
      }
      return Side.Round(cost: Cost(figure: bytes), checksum: 1)
    })
  }
}
