import Foundation
import SHELF

/// Objects in files, each by itself or many at once.
@MainActor
enum ShelfFiles {
  /// So many are saved one by one.
  static let single = 200

  static func workloads(_ data: ShelfData) -> [Workload] {
    [
      Workload(
        "files: saving objects, 1,000 at once", on: data, operations: data.count, target: 1.25, kind: .wall,
        floor: floorSave, ours: save, peers: ShelfSuite.peers(folder: JSONFolder.save)),
      Workload(
        "files: one object, safe on disk", on: data, operations: single, target: 1.25, kind: .wall,
        floor: floorSaveEach, ours: saveEach,
        peers: ShelfSuite.peers(folder: JSONFolder.saveEach, file: JSONFile.saveEach)),
      Workload(
        "files: fetching objects by id, 1,000 at once", on: data, operations: data.count, target: 1.25,
        floor: floorRead, ours: read, peers: ShelfSuite.peers(folder: JSONFolder.read)),
    ]
  }

  // MARK: Many at once

  private static func floorSave(_ data: ShelfData) throws -> Side {
    let fresh = FreshFolder(data, "floor-save")
    return Side(
      before: { try fresh.make() },
      run: {
        let folder = try FloorFolder(fresh.path)
        let encoder = JSONEncoder()
        for part in data.batches {
          try folder.save(try part.map { (data.uuids[$0], try encoder.encode(data.users[$0])) })
        }
      }, checksum: { _ in 1 })
  }

  private static func save(_ data: ShelfData) throws -> Side {
    let fresh = FreshFolder(data, "save")
    return Side(
      before: { try fresh.make() },
      run: {
        let store = FileShelfStore(folder: fresh.path)
        try await ShelfWrites.write(data, store)
        await store.close()
      }, checksum: { _ in 1 })
  }

  // MARK: One at a time

  private static func floorSaveEach(_ data: ShelfData) throws -> Side {
    let fresh = FreshFolder(data, "floor-each")
    return Side(
      before: { try fresh.make() },
      run: {
        let folder = try FloorFolder(fresh.path)
        for index in 0..<single { try folder.save(data.uuids[index], try JSONEncoder().encode(data.users[index])) }
      }, checksum: { _ in 1 })
  }

  private static func saveEach(_ data: ShelfData) throws -> Side {
    let fresh = FreshFolder(data, "each")
    return Side(
      before: { try fresh.make() },
      run: {
        let store = FileShelfStore(folder: fresh.path)
        for index in 0..<single {
          let json = try JSONEncoder().encode(data.users[index])
          _ = try await store.write([ShelfWrite(data.ids[index], .put(.init(type: "User", json: json, keys: [])))])
        }
        await store.close()
      }, checksum: { _ in 1 })
  }

  // MARK: Reading

  private static func floorRead(_ data: ShelfData) throws -> Side {
    let folder = try FloorFolder(data.path(of: data.shelf(.file, data.count)))
    return Side(
      run: {
        let decoder = JSONDecoder()
        return try data.uuids.reduce(0) { $0 + (try decoder.decode(ShelfData.User.self, from: folder.object($1)).age) }
      }, checksum: { UInt64($0) })
  }

  private static func read(_ data: ShelfData) throws -> Side {
    let store = FileShelfStore(folder: data.path(of: try data.shelf(.file, data.count)))
    return Side(run: { try await ShelfReads.read(data, store) }, checksum: { UInt64($0) })
  }
}

/// A folder that is empty before each round. What the last one left is on the disk by then, and waits for nobody.
@MainActor
final class FreshFolder {
  private(set) var path = ""
  private let data: ShelfData
  private let name: String

  init(_ data: ShelfData, _ name: String) {
    self.data = data
    self.name = name
  }

  func make() throws {
    if !path.isEmpty { try FileManager.default.removeItem(atPath: path) }
    path = data.freshPath(name)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    sync()
  }
}
