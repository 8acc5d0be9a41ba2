import ArgumentParser
import CFloor
import Foundation
import ORDA

/// What this program does in a process of its own, started by itself on one of the suite's databases.
enum LivePart: String, ExpressibleByArgument, Sendable {
  /// Allocates all rows as entries, and prints how many bytes that took.
  case entries
  /// The same of structs.
  case structs
  /// Commits a number for each line that it reads, by ORDA, and prints when it was done.
  case orda
  /// The same by C.
  case c

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
    }
  }

  private func allocate<Product>(_ make: () throws -> Product) throws {
    // The first time other things are made, too.
    withExtendedLifetime(try make()) {}
    let before = cf_allocated()
    let product = try make()
    withExtendedLifetime(product) { print(cf_allocated() - before) }
  }

  private func commit(_ write: (Int64) throws -> Void) {
    Placement.writer.take()
    while let line = readLine(), let number = Int64(line) {
      do {
        try write(number)
        print(cf_now())
      } catch {
        print("\(error)")
      }
      fflush(nil)
    }
  }
}
