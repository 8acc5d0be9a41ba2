import Foundation
import ORDA

/// What programs keep their settings in, where they have no ODB.
extension ODBWrites {
  // MARK: Many at once

  static func lmdbMany(_ data: ODBData) throws -> Side {
    let database = try LMDB(data.freshPath("lmdb"))
    let keys = data.names.map { "a.b.c." + $0 }
    return Side(
      before: { try database.empty() }, run: { try database.put(keys, data.values) },
      checksum: { UInt64(data.values.reduce(0) { $0 + $1.utf8.count } + data.count) })
  }

  static func jsonMany(_ data: ODBData) throws -> Side {
    let url = URL(fileURLWithPath: data.freshPath("settings.json"))
    return Side(
      run: {
        let tree = ["a": ["b": ["c": Dictionary(uniqueKeysWithValues: zip(data.names, data.values))]]]
        try JSONEncoder().encode(tree).write(to: url, options: .atomic)
      },
      checksum: { UInt64(data.values.reduce(0) { $0 + $1.utf8.count } + data.count) })
  }

  static func pathTableMany(_ data: ODBData) throws -> Side {
    let table = try PathTable(data.freshPath("paths"))
    let keys = data.names.map { "a.b.c." + $0 }
    return Side(
      before: { try table.empty() }, run: { try table.put(zip(keys, data.values)) }, checksum: { try table.checksum() })
  }

  // MARK: One at a time

  private static func expected(_ data: ODBData) -> UInt64 {
    UInt64(data.values.prefix(single).reduce(0) { $0 + $1.utf8.count } + single)
  }

  static func lmdbEach(_ data: ODBData) throws -> Side {
    let database = try LMDB(data.freshPath("lmdb"), isSafe: true)
    return Side(
      before: { try database.empty() },
      run: {
        for index in 0..<single { try database.put(["a.b.c." + data.names[index]], [data.values[index]]) }
      }, checksum: { expected(data) })
  }

  /// Of 1,000 values.
  static func jsonEach(_ data: ODBData) throws -> Side {
    let url = URL(fileURLWithPath: data.freshPath("settings.json"))
    let values = Dictionary(uniqueKeysWithValues: zip(data.names, data.values).prefix(1_000))
    return Side(
      run: {
        var values = values
        for index in 0..<single {
          values[data.names[index]] = data.values[index]
          try JSONEncoder().encode(["a": ["b": ["c": values]]]).write(to: url, options: .atomic)
        }
      }, checksum: { expected(data) })
  }

  /// The same.
  static func userDefaultsEach(_ data: ODBData) throws -> Side {
    let defaults = try DefaultsDomain()
    let keys = data.names.prefix(1_000).map { "a.b.c." + $0 }
    for (key, value) in zip(keys, data.values) { defaults.set(value, key) }
    return Side(
      // Others than they get, so that each is a change.
      before: { for index in 0..<single { defaults.set(data.values[index + 1], keys[index]) } },
      run: {
        for index in 0..<single {
          defaults.set(data.values[index], keys[index])
          try defaults.save()
        }
      }, checksum: { keys.prefix(single).reduce(0) { $0 + UInt64((defaults.string($1)?.utf8.count ?? 0) + 1) } })
  }

  static func pathTableEach(_ data: ODBData) throws -> Side {
    let table = try PathTable(data.freshPath("paths"), isSafe: true)
    return Side(
      before: { try table.empty() },
      run: {
        for index in 0..<single { try table.put("a.b.c." + data.names[index], data.values[index]) }
      }, checksum: { try table.checksum() })
  }
}
