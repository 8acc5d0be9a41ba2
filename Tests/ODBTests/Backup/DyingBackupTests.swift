import Foundation
import ODB
import ODBSQLite
import ORDA
import TestSupport
import Testing

@Suite("A process that dies while it makes a backup", .ownThread)
struct DyingBackupTests {
  /// At which moment a process dies, in tenths of the statements that a backup takes; it has ended at the last.
  private static let moments = 0...10

  /// Makes two backups of an ODB, and dies in the midst of the second.
  static func die(_ url: String, at moment: Int, in backup: (ODB, Registry, Int) throws -> Void) throws -> Never {
    let left = Shared(Int.max)
    let registry = try DyingDriver.registry(left: left)
    let odb = try ODB(url: url, registry: registry)
    // What opening it takes belongs to no backup.
    odb.perform { _ = odb.rootTable?.children.count }
    let before = left.current
    try backup(odb, registry, 1)
    let statements = before - left.current
    guard statements > moments.upperBound else { exit(1) }
    if moment < moments.upperBound { left.current = max(1, statements * moment / moments.upperBound) }
    try backup(odb, registry, 2)
    ODBTests.die()
  }

  private func fill(_ odb: ODB) throws {
    try odb.performThrowing {
      let table = odb.path(["a", "b"]).ensureTable()
      for number in 0..<5_000 { table?.set("value \(number)", name: "\(number)") }
    }
  }

  @Test("The file is absent or whole", arguments: Place.allCases)
  func files(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    try fill(odb)
    let whole = try odb.root.json()
    for moment in Self.moments {
      let folder = try TemporaryFolder()
      let (url, path) = (home.url, folder.path)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [url = url as String, path = path as String, moment = moment as Int] in
        try DyingBackupTests.die(url, at: moment) { odb, registry, number in
          try odb.backup(to: "\(path)/copy\(number)", registry: registry)
        }
      }
      #expect(folder.names.allSatisfy { ["copy1", "copy2"].contains($0) || $0.contains(".tmp") })
      let file = folder.file("copy2")
      #expect(folder.names.contains("copy2") == (moment == Self.moments.upperBound))
      if moment == Self.moments.upperBound {
        #expect(throws: ODBError.self) { try odb.backup(to: file) }
      } else {
        try odb.backup(to: file)
      }
      let copy = ODB(filepath: file)
      #expect(try copy.root.json() == whole)
      copy.close()
    }
  }

  @Test("Another database has nothing or everything", arguments: Place.allCases)
  func databases(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    try fill(odb)
    let whole = try odb.root.json()
    for moment in Self.moments {
      let other = try place.made()
      let (url, target) = (home.url, other.url)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [url = url as String, target = target as String, moment = moment as Int] in
        try DyingBackupTests.die(url, at: moment) { odb, registry, number in
          try odb.backup(toURL: target, tables: "copy\(number)", registry: registry)
        }
      }
      var copy = try ODB(url: other.url, tables: "copy2")
      let children = try copy.performThrowing(.once) { copy.rootTable?.children.count }
      #expect((children == 0) == (moment < Self.moments.upperBound))
      if children == 0 {
        try odb.backup(toURL: other.url, tables: "copy2")
        copy.close()
        copy = try ODB(url: other.url, tables: "copy2")
      } else {
        #expect(throws: ODBError.self) { try odb.backup(toURL: other.url, tables: "copy2") }
      }
      #expect(try copy.root.json() == whole)
      copy.close()
    }
  }
}
