import CFloor
import Foundation
import ODB
import ORDA

/// Values that are read again and again: 1,000 of them, in one perform.
@MainActor
enum ODBReads {
  private static let distinct = 1_000

  static func workloads(_ data: ODBData) -> [Workload] {
    [
      Workload(
        "cached read, kept path", on: data, operations: data.count, target: 1, floor: lmdb, ours: kept,
        peers: ODBSuite.peers(userDefaults: userDefaults, pathTable: pathTable)),
      Workload(
        "cached read, path made anew", on: data, operations: data.count, target: 1.5, floor: dictionaries, ours: anew,
        peers: ODBSuite.peers()),
    ]
  }

  private static func elements(_ data: ODBData) -> [[String]] {
    (0..<min(distinct, data.count)).map { ["a", "b", "c", data.names[$0]] }
  }

  private static func filled(_ data: ODBData) throws -> ODB {
    let (odb, _) = try data.emptyODB("reads")
    try odb.performThrowing {
      for (index, elements) in elements(data).enumerated() {
        try ODBPath(elements: elements, odb: odb).requireSetValue(ODBValue(data.values[index]))
      }
    }
    return odb
  }

  private static func sum(_ lengths: Int) -> UInt64 { UInt64(lengths) }

  private static func kept(_ data: ODBData) throws -> Side {
    let odb = try filled(data)
    let paths = elements(data).map { ODBPath(elements: $0, odb: odb) }
    let rounds = data.count / paths.count
    return Side(
      run: {
        odb.perform {
          var length = 0
          for _ in 0..<rounds { for path in paths { length += path.value?.string?.utf8.count ?? 0 } }
          return length
        }
      }, checksum: sum)
  }

  private static func anew(_ data: ODBData) throws -> Side {
    let odb = try filled(data)
    let elements = elements(data)
    let rounds = data.count / elements.count
    return Side(
      run: {
        odb.perform {
          var length = 0
          for _ in 0..<rounds {
            for names in elements {
              length +=
                ODBPath(elements: [names[0], names[1], names[2], names[3]], odb: odb).value?.string?.utf8.count ?? 0
            }
          }
          return length
        }
      }, checksum: sum)
  }

  private static func lmdb(_ data: ODBData) throws -> Side {
    let database = try LMDB(data.freshPath("lmdb"))
    let keys = elements(data).map { $0.joined(separator: ".") }
    try database.put(keys, Array(data.values.prefix(keys.count)))
    let rounds = data.count / keys.count
    return Side(
      run: {
        var length = 0
        for _ in 0..<rounds { try database.forEach(keys) { length += $0.utf8.count } }
        return length
      }, checksum: sum)
  }

  private indirect enum Tree {
    case table([String: Tree])
    case value(String)
  }

  private static func folded(_ name: String) -> String {
    if !name.utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) { return name }
    return String(decoding: name.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func dictionaries(_ data: ODBData) throws -> Side {
    let elements = elements(data)
    var leaves: [String: Tree] = [:]
    for (index, names) in elements.enumerated() { leaves[names[3]] = .value(data.values[index]) }
    let root = ["a": Tree.table(["b": .table(["c": .table(leaves)])])]
    let rounds = data.count / elements.count
    return Side(
      run: {
        var length = 0
        for _ in 0..<rounds {
          for names in elements {
            var found: Tree? = .table(root)
            for name in [names[0], names[1], names[2], names[3]] {
              guard case .table(let children)? = found else { break }
              found = children[folded(name)]
            }
            if case .value(let value)? = found { length += value.utf8.count }
          }
        }
        return length
      }, checksum: sum)
  }

  private static func userDefaults(_ data: ODBData) throws -> Side {
    let keys = elements(data).map { $0.joined(separator: ".") }
    let defaults = try DefaultsDomain()
    for (key, value) in zip(keys, data.values) { defaults.set(value, key) }
    let rounds = data.count / keys.count
    return Side(
      run: {
        var length = 0
        for _ in 0..<rounds { for key in keys { length += defaults.string(key)?.utf8.count ?? 0 } }
        return length
      }, checksum: sum)
  }

  private static func pathTable(_ data: ODBData) throws -> Side {
    let keys = elements(data).map { $0.joined(separator: ".") }
    let table = try PathTable(data.freshPath("paths"))
    try table.put(zip(keys, data.values))
    let rounds = data.count / keys.count
    return Side(
      run: {
        try table.db.transaction(readOnly: true) { _ in
          var length = 0
          for _ in 0..<rounds { for key in keys { length += try table.value(key)?.utf8.count ?? 0 } }
          return length
        }
      }, checksum: sum)
  }
}
