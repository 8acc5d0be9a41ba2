import Foundation
import SHELF

/// Opening a large shelf, beside opening a small one: a million objects in a database, a tenth of them in files.
@MainActor
enum ShelfSizes {
  static func workloads(_ data: ShelfData) -> [Workload] {
    func workloads(_ prefix: String, _ scheme: ShelfData.Scheme, _ count: Int) -> [Workload] {
      [
        Workload(
          "\(prefix)opening a large shelf, reading an object", on: data, operations: 20, target: 1.2, kind: .wall,
          floor: { try opening(10, scheme, $0) }, ours: { try opening(count, scheme, $0) }, peers: ShelfSuite.noPeers()),
        Workload(
          "\(prefix)memory of that", on: data, operations: 1, target: 1.2, kind: .bytes,
          floor: { try memory(10, scheme, $0) }, ours: { try memory(count, scheme, $0) }, peers: ShelfSuite.noPeers()),
      ]
    }
    return workloads("", .sqlite, data.count * 10) + workloads("files: ", .file, data.count)
  }

  private static func opening(_ count: Int, _ scheme: ShelfData.Scheme, _ data: ShelfData) throws -> Side {
    let (url, id) = (try data.shelf(scheme, count), data.ids[7])
    return Side(
      run: {
        var sum = 0
        for _ in 0..<20 { sum += try await read(id, url) }
        return sum
      }, checksum: { UInt64($0) })
  }

  static func read(_ id: ShelfId, _ url: String) async throws -> Int {
    let shelf = try Shelf(at: url)
    let age = try await shelf.object(withId: id, as: Person.self)?.age ?? 0
    await shelf.close()
    return age
  }

  /// What is allocated, in a process of its own.
  private static func memory(_ count: Int, _ scheme: ShelfData.Scheme, _ data: ShelfData) throws -> Side {
    let url = try data.shelf(scheme, count)
    return Side(timed: {
      let process = try LineProcess(LivePart.shelfOpening.command(url))
      guard let bytes = Double(try process.line()), bytes > 0 else {
        throw LiveFailure(description: "this system does not tell how much memory is allocated")
      }
      return Side.Round(cost: Cost(figure: bytes), checksum: 1)
    })
  }
}
