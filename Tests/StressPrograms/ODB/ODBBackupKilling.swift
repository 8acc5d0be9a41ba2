import Foundation
import ODB
import ORDA

/// A second process is killed while it makes a backup: a file must be absent or whole, and what is in another database nothing
/// or everything; what is not there can be made by the next who tries.
struct ODBBackupKilling {
  private static let count = 5_000
  private static let copy = "odb_copy"

  let url: String

  init(_ url: String) { self.url = url }

  func run(_ times: Int) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("odb-stress-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let odb = try ODB(url: url)
    try odb.performThrowing {
      let table = try odb.path(["a", "b"]).requireEnsureTable()
      for number in 0..<Self.count { table.set("value \(number)", name: "\(number)") }
    }
    let whole = try odb.root.json()
    var faults: [String] = []
    for target in [folder + "/copy", Self.copy] {
      try empty(target)
      let took = try ODBVictim(url, "--copying-victim", [target]).duration()
      var made = 0
      for round in 1...times {
        try empty(target)
        let lines = try ODBVictim(url, "--copying-victim", [target]).killed(within: took * 5 / 4)
        let (wasMade, fault) = try check(odb, target, whole)
        if wasMade { made += 1 }
        if lines.count == 2, !wasMade { faults.append("round \(round): told as made, which it was not") }
        if let fault { faults.append("round \(round) of \(target): \(fault)") }
      }
      print("killed \(times) times while it made a backup, \(made) of them when it was made")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names where name != "copy" && !name.contains(".tmp") {
      faults.append("the file \(name) is neither a backup nor part of one")
    }
    odb.close()
    return faults
  }

  /// Makes a backup, and waits to be killed.
  func victim(_ target: String) throws -> Never {
    let odb = try ODB(url: url)
    odb.perform { _ = odb.rootTable }
    try ODBVictim.run { try back(odb, up: target) }
  }

  private func back(_ odb: ODB, up target: String) throws {
    if target == Self.copy { try odb.backup(toURL: url, tables: target) } else { try odb.backup(to: target) }
  }

  private func open(_ target: String) throws -> ODB {
    if target == Self.copy { return try ODB(url: url, tables: target) }
    return ODB(file: target, registry: ORDA.shared)
  }

  private func empty(_ target: String) throws {
    if target != Self.copy {
      unlink(target)
      return
    }
    let db = try ORDA.open(url)
    for table in ["odb_copy_state", "odb_copy_nodes"] { try db.execute("DROP TABLE IF EXISTS \(identifier: table)") }
    try db.close()
  }

  /// Whether it was made already, and what is wrong once it is.
  private func check(_ odb: ODB, _ target: String, _ whole: String) throws -> (wasMade: Bool, fault: String?) {
    var wasMade = FileManager.default.fileExists(atPath: target)
    if target == Self.copy {
      let copy = try open(target)
      wasMade = try copy.performThrowing(.once) { copy.rootTable?.children.isEmpty == false }
      copy.close()
    }
    if !wasMade { try back(odb, up: target) }
    let copy = try open(target)
    defer { copy.close() }
    return (wasMade, try copy.root.json() == whole ? nil : "it is not the same")
  }
}
