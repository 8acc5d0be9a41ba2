import Foundation
import SHELF

/// Twenty objects from a name on, in the order of names, of all there are. Nothing is remembered.
@MainActor
enum ShelfSearches {
  private static let searches = 500
  private static let limit = 20

  static func workloads(_ data: ShelfData) -> [Workload] {
    [
      Workload(
        "20 objects by an index", on: data, operations: searches, target: 1.5, floor: floorSQLite,
        ours: { try search($0, .sqlite) }, peers: ShelfSuite.noPeers()),
      Workload(
        "files: 20 objects by an index", on: data, operations: searches, target: 1.5, floor: floorFiles,
        ours: { try search($0, .file) }, peers: ShelfSuite.noPeers()),
    ]
  }

  /// From which name on, of the n-th search.
  private static func name(_ number: Int, _ data: ShelfData) -> String {
    ShelfData.name(number * 7_919 % (data.count - limit))
  }

  private static func floorSQLite(_ data: ShelfData) throws -> Side {
    let url = try data.shelf(.sqlite, data.count)
    let connection = try FloorConnection(data.path(of: url))
    let select = try connection.prepare(
      """
      SELECT o.json FROM shelf_keys k CROSS JOIN shelf_objects o ON o.id = k.object
      WHERE k.field = (SELECT number FROM shelf_fields) AND k.value >= ? ORDER BY k.value, k.object LIMIT \(limit)
      """)
    return Side(
      run: {
        let decoder = JSONDecoder()
        var sum = 0
        for number in 0..<searches {
          for json in try select.objects(from: ShelfKey.text(name(number, data)).bytes, limit: limit) {
            sum += try decoder.decode(ShelfData.User.self, from: json).age
          }
        }
        return sum
      }, checksum: { UInt64($0) })
  }

  private static func floorFiles(_ data: ShelfData) throws -> Side {
    let folder = try FloorFolder(data.path(of: data.shelf(.file, data.count)))
    let people = data.people(data.count)
    let keys = try FloorKeys(
      data.freshPath("keys"), zip(people, data.uuids).map { (key: $0.name, id: $1) })
    return Side(
      run: {
        let decoder = JSONDecoder()
        var sum = 0
        for number in 0..<searches {
          for json in try folder.objects(from: name(number, data), in: keys, limit: limit) {
            sum += try decoder.decode(ShelfData.User.self, from: json).age
          }
        }
        return sum
      }, checksum: { UInt64($0) })
  }

  private static func search(_ data: ShelfData, _ scheme: ShelfData.Scheme) throws -> Side {
    let shelf = try Shelf(at: try data.shelf(scheme, data.count))
    shelf.cacheLimit = 0
    return Side(
      run: {
        var sum = 0
        for number in 0..<searches {
          let first = name(number, data)
          let found = try await shelf.objects(
            Person.self, where: \.name >= first, sortedBy: \.name, limit: limit)
          sum += found.reduce(0) { $0 + $1.age }
        }
        return sum
      }, checksum: { UInt64($0) })
  }
}
