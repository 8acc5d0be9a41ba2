import CFloor
import Foundation
import ODB
import ORDA
import ORDASQLite

/// What the suite writes and reads, in C's form and in Swift's.
@MainActor
final class ODBData {
  let folder: ScratchFolder
  let count: Int
  let nodes: cf_nodes
  /// The same, for Swift.
  let names: [String]
  let values: [String]
  private var files = 0
  private var sized: [Int: String] = [:]

  init(_ scale: Scale, in folder: ScratchFolder) throws {
    try SQLite.register()
    self.folder = folder
    count = scale.rows
    nodes = cf_make_nodes(scale.rows)
    let rows = UnsafeBufferPointer(start: nodes.rows, count: nodes.count)
    names = rows.map { String($0.name) }
    values = rows.map { String($0.value) }
  }

  func freshPath(_ name: String) -> String {
    files += 1
    return folder.path("\(name)-\(files)")
  }

  /// An empty ODB. Its file has the floor's pragmas.
  func emptyODB(_ name: String) throws -> (odb: ODB, path: String) {
    let path = freshPath(name)
    let odb = try ODB(governor: try ORDASide.open(path))
    try odb.performThrowing { try ODBPath(elements: ["a", "b", "c"], odb: odb).requireEnsureTable() }
    return (odb, path)
  }

  /// The path of the table that values are written into.
  nonisolated static func table(_ odb: ODB) -> ODBPath { ODBPath(elements: ["a", "b", "c"], odb: odb) }

  /// The file of an ODB with so many numbers, which is made once.
  func sizedODB(_ count: Int) throws -> String {
    if let path = sized[count] { return path }
    let path = freshPath("size-\(count)")
    let odb = ODB(file: path, registry: ORDA.shared)
    for chunk in stride(from: 0, to: count, by: 100_000) {
      try odb.performThrowing {
        let table = try Self.table(odb).requireEnsureTable()
        for index in chunk..<min(chunk + 100_000, count) { table.set(index, name: "value \(index)") }
      }
    }
    odb.close()
    sized[count] = path
    return path
  }

  /// The path of one of its numbers.
  nonisolated static func value(_ odb: ODB, _ index: Int) -> ODBPath { table(odb) + "value \(index)" }

  static func checksum(_ path: String) throws -> UInt64 {
    let connection = try FloorConnection(path)
    return UInt64(try connection.number("SELECT SUM(size) + COUNT(*) FROM odb_nodes WHERE id > 4"))
  }

  static let insert = """
    INSERT INTO odb_nodes (id, parent, name, name_key, kind, application_type, int_value, double_value, text_value, \
    blob_value, size) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
}
