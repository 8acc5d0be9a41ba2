import Foundation

/// A folder of JSON files as programs write it by hand: one file an object, written by Foundation and renamed.
@MainActor
enum JSONFolder {
  /// Synced once a batch, as the others are.
  static func save(_ data: ShelfData) throws -> Side {
    let fresh = FreshFolder(data, "peer-save")
    return Side(
      before: { try fresh.make() },
      run: {
        let encoder = JSONEncoder()
        for part in data.batches {
          for index in part { try write(try encoder.encode(data.users[index]), data.uuids[index], fresh.path) }
          sync()
        }
      }, checksum: { _ in 1 })
  }

  /// Each file and the folder are synced.
  static func saveEach(_ data: ShelfData) throws -> Side {
    let fresh = FreshFolder(data, "peer-each")
    return Side(
      before: { try fresh.make() },
      run: {
        for index in 0..<ShelfFiles.single {
          let url = url(data.uuids[index], fresh.path)
          try write(try JSONEncoder().encode(data.users[index]), data.uuids[index], fresh.path)
          try FileHandle(forUpdating: url).synchronize()
          try syncFolder(fresh.path)
        }
      }, checksum: { _ in 1 })
  }

  static func read(_ data: ShelfData) throws -> Side {
    let path = data.freshPath("peer-filled")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for index in data.uuids.indices { try write(try JSONEncoder().encode(data.users[index]), data.uuids[index], path) }
    return Side(
      run: {
        let decoder = JSONDecoder()
        return try data.uuids.reduce(0) { sum, id in
          sum + (try decoder.decode(ShelfData.User.self, from: Data(contentsOf: url(id, path))).age)
        }
      }, checksum: { UInt64($0) })
  }

  private static func url(_ id: UUID, _ folder: String) -> URL { URL(fileURLWithPath: "\(folder)/\(id.uuidString)") }

  private static func write(_ json: Data, _ id: UUID, _ folder: String) throws {
    try json.write(to: url(id, folder), options: .atomic)
  }

  static func syncFolder(_ path: String) throws {
    let folder = open(path, O_RDONLY)
    defer { close(folder) }
    guard folder >= 0, fsync(folder) == 0 else { throw FloorError(code: errno, message: "\(path) can't be synced") }
  }
}

/// One JSON file with 1,000 objects that is rewritten whole, and synced.
@MainActor
enum JSONFile {
  static func saveEach(_ data: ShelfData) throws -> Side {
    let path = data.freshPath("objects.json")
    let users = Dictionary(uniqueKeysWithValues: zip(data.uuids.map(\.uuidString), data.users).prefix(1_000))
    return Side(
      run: {
        var users = users
        for index in 0..<ShelfFiles.single {
          users[data.uuids[index].uuidString]?.age += 1
          let url = URL(fileURLWithPath: path)
          try JSONEncoder().encode(users).write(to: url, options: .atomic)
          try FileHandle(forUpdating: url).synchronize()
          try JSONFolder.syncFolder(data.folder.path)
        }
      }, checksum: { _ in 1 })
  }
}
