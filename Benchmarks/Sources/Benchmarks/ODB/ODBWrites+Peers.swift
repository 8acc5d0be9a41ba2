import Foundation
import ORDA

/// What programs keep their settings in, where they have no ODB.
extension ODBWrites {
  // MARK: Many at once

  static func lmdbMany(_ data: ODBData, _ count: Int) throws -> Side {
    let database = try LMDB(data.freshPath("lmdb"))
    let (keys, values) = (keys(data, count), Array(data.values.prefix(count)))
    return Side(
      before: { try database.empty() }, run: { try database.put(keys, values) }, checksum: { expected(data, count) })
  }

  static func jsonMany(_ data: ODBData, _ count: Int) throws -> Side {
    let url = URL(fileURLWithPath: data.freshPath("settings.json"))
    let values = Array(zip(data.names, data.values).prefix(count))
    return Side(
      run: {
        let tree = ["a": ["b": ["c": Dictionary(uniqueKeysWithValues: values)]]]
        try JSONEncoder().encode(tree).write(to: url, options: .atomic)
      }, checksum: { expected(data, count) })
  }

  static func userDefaultsFew(_ data: ODBData) throws -> Side {
    let defaults = try DefaultsDomain()
    let keys = keys(data, few)
    return Side(
      before: {
        defaults.empty()
        try defaults.save()
      },
      run: {
        for (key, value) in zip(keys, data.values) { defaults.set(value, key) }
        try defaults.save()
      }, checksum: { keys.reduce(0) { $0 + UInt64((defaults.string($1)?.utf8.count ?? 0) + 1) } })
  }

  static func pathTableMany(_ data: ODBData, _ count: Int) throws -> Side {
    let table = try PathTable(data.freshPath("paths"))
    let keys = keys(data, count)
    return Side(
      before: { try table.empty() }, run: { try table.put(zip(keys, data.values)) }, checksum: { try table.checksum() })
  }

  private static func keys(_ data: ODBData, _ count: Int) -> [String] { data.names.prefix(count).map { "a.b.c." + $0 } }

  private static func expected(_ data: ODBData, _ count: Int = single) -> UInt64 {
    UInt64(data.values.prefix(count).reduce(0) { $0 + $1.utf8.count } + count)
  }

  // MARK: One at a time

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
