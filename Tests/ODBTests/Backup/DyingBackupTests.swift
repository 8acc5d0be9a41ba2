import Foundation
import ODB
import ODBSQLite
import ORDA
import TestSupport
import Testing

@Suite("A process that dies while it makes a backup", .apart, .timeLimit(.minutes(10)))
struct DyingBackupTests {
  /// At which moment a process dies, in eighths of the time that a backup takes it; it has ended at the last.
  private static let moments = 0...10

  /// Makes two backups, and dies in the midst of the second.
  static func die(at moment: Int, in backup: (Int) throws -> Void) throws -> Never {
    let took = try ContinuousClock().measure { try backup(1) }
    if moment < moments.upperBound {
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: took * moment / 8 / .seconds(1))
        ODBTests.die()
      }
    }
    try backup(2)
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
        [place, url = url as String, path = path as String, moment = moment as Int] in
        try place.register()
        let odb = try ODB(url: url)
        try DyingBackupTests.die(at: moment) { number in try odb.backup(to: "\(path)/copy\(number)") }
      }
      #expect(folder.names.allSatisfy { ["copy1", "copy2"].contains($0) || $0.contains(".tmp") })
      let file = folder.file("copy2")
      if folder.names.contains("copy2") {
        #expect(throws: ODBError.self) { try odb.backup(to: file) }
      } else {
        #expect(moment < Self.moments.upperBound)
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
        [place, url = url as String, target = target as String, moment = moment as Int] in
        try place.register()
        let odb = try ODB(url: url)
        try DyingBackupTests.die(at: moment) { number in try odb.backup(toURL: target, tables: "copy\(number)") }
      }
      var copy = try ODB(url: other.url, tables: "copy2")
      let children = try copy.performThrowing(.once) { copy.rootTable?.children.count }
      if children == 0 {
        #expect(moment < Self.moments.upperBound)
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
