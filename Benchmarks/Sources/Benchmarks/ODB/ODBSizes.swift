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
        floor: { try opening(10, $0) }, ours: { try opening($0.count * 10, $0) }, peers: [])
    ]
  }

  private static func opening(_ count: Int, _ data: ODBData) throws -> Side {
    let path = data.freshPath("size-\(count)")
    let odb = ODB(file: path, registry: ORDA.shared)
    for chunk in stride(from: 0, to: count, by: 100_000) {
      try odb.performThrowing {
        let table = try ODBData.table(odb).requireEnsureTable()
        for index in chunk..<min(chunk + 100_000, count) { table.set(index, name: "value \(index)") }
      }
    }
    odb.close()
    return Side(
      run: {
        var sum = 0
        for _ in 0..<20 {
          let odb = ODB(file: path, registry: ORDA.shared)
          sum += odb.perform { (ODBData.table(odb) + "value 7").value?.int ?? 0 }
          odb.close()
        }
        return sum
      }, checksum: { UInt64($0) })
  }
}
