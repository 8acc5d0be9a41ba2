import ArgumentParser
import CFloor
import Foundation
import ODB
import ORDA
import ORDASQLite
import SHELF

/// What this program does in a process of its own, started by itself on a database of one of the suites live, odb and shelf.
enum LivePart: String, ExpressibleByArgument, Sendable {
  /// Allocates all rows as entries, and prints how many bytes that took.
  case entries
  /// The same of structs.
  case structs
  /// Commits a number for each line that it reads, by ORDA, and prints when it was done.
  case orda
  /// The same by C.
  case c
  /// The same by a value of an ODB's.
  case odb
  /// Opens an ODB, reads a value of it, and prints how many bytes that took.
  case odbOpening
  /// Saves an object of a shelf's with a number for each line that it reads, and prints when it began. The shelf's URL is in the
  /// place of the database.
  case shelf
  /// Opens a shelf, reads an object of it, and prints how many bytes that took.
  case shelfOpening

  /// What runs this part.
  func command(_ path: String) -> [String] {
    let program = Bundle.main.executablePath ?? ProcessInfo.processInfo.arguments[0]
    return [program, "--part", rawValue, "--database", path]
  }

  func run(on path: String) throws {
    switch self {
    case .entries:
      let table = try LiveData.open(path).table("track")
      try allocate { try table.select() }
    case .structs:
      let governor = try LiveData.open(path)
      try allocate { try governor.query(TrackRow.self, "SELECT * FROM track") }
    case .orda:
      let governor = try LiveData.open(path)
      let statement = try governor.prepare(SQL(text: Commits.update))
      commit { number in try governor.transaction { _ in _ = try statement.execute(number, Commits.key) } }
    case .c:
      let connection = try FloorConnection(path)
      let (begin, commit) = (try connection.prepare("BEGIN IMMEDIATE"), try connection.prepare("COMMIT"))
      let statement = try connection.prepare(Commits.update)
      self.commit { try statement.write($0, [Commits.key], between: begin, and: commit) }
    case .odb:
      let odb = try ODB(governor: LiveData.open(path))
      let value = ODBData.value(odb, 0)
      commit { number in try odb.performThrowing { try value.requireSetValue(ODBValue(Int(number))) } }
    case .odbOpening:
      try SQLite.register()
      try allocate {
        let odb = ODB(file: path, registry: ORDA.shared)
        _ = try odb.performThrowing { try ODBData.value(odb, 7).requireValue() }
        return odb
      }
    case .shelf:
      try SQLite.register()
      let shelf = try Shelf(at: path)
      commit(countsFromBeginning: true) { number in try waiting { try await shelf.save(Person.counted(number)) } }
    case .shelfOpening:
      try SQLite.register()
      try allocate {
        let shelf = try Shelf(at: path)
        _ = try waiting { try await shelf.objects(Person.self, limit: 1) }
        return shelf
      }
    }
  }

  private func allocate<Product>(_ make: () throws -> Product) throws {
    // The first time other things are made, too.
    withExtendedLifetime(try make()) {}
    let before = cf_allocated()
    let product = try make()
    withExtendedLifetime(product) { print(cf_allocated() - before) }
  }

  /// - Parameter countsFromBeginning: True where others hear of a commit before the call has returned that made it.
  private func commit(countsFromBeginning: Bool = false, _ write: (Int64) throws -> Void) {
    Placement.writer.take()
    while let line = readLine(), let number = Int64(line) {
      do {
        let beginning = cf_now()
        try write(number)
        print(countsFromBeginning ? beginning : cf_now())
      } catch {
        print("\(error)")
      }
      fflush(nil)
    }
  }
}
