import Foundation
import SHELF

/// Objects that are fetched by their ids, none of them cached.
@MainActor
enum ShelfReads {
  static func workloads(_ data: ShelfData) -> [Workload] {
    [
      Workload(
        "fetching objects by id, 1,000 at once", on: data, operations: data.count, target: 1.25, floor: floor,
        ours: ours, peers: ShelfSuite.peers(folder: nil, grdb: GRDBObjects.read))
    ]
  }

  private static func floor(_ data: ShelfData) throws -> Side {
    let (path, store) = try data.made("floor-read")
    try data.fill(path)
    let connection = try FloorConnection(path)
    let select = try connection.prepare(ShelfData.select)
    return Side(
      run: {
        let decoder = JSONDecoder()
        var sum = 0
        // As much at once as the other side.
        for start in stride(from: 0, to: data.count, by: ShelfData.batch) {
          try connection.execute("BEGIN")
          for id in data.uuids[start..<min(start + ShelfData.batch, data.count)] {
            sum += try decoder.decode(ShelfData.User.self, from: try select.object(id).json).age
          }
          try connection.execute("COMMIT")
        }
        withExtendedLifetime(store) {}
        return sum
      }, checksum: { UInt64($0) })
  }

  private static func ours(_ data: ShelfData) throws -> Side {
    let (path, store) = try data.made("orda-read")
    try data.fill(path)
    return Side(run: { try await read(data, store) }, checksum: { UInt64($0) })
  }

  static func read(_ data: ShelfData, _ store: some ShelfStore) async throws -> Int {
    let decoder = JSONDecoder()
    var sum = 0
    for start in stride(from: 0, to: data.count, by: ShelfData.batch) {
      let ids = Array(data.ids[start..<min(start + ShelfData.batch, data.count)])
      for case let object? in try await store.read(ids) {
        sum += try decoder.decode(ShelfData.User.self, from: object.contents).age
      }
    }
    return sum
  }
}
