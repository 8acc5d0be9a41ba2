import ORDA

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Refuses to copy a database into itself.
enum SameDatabase {
  static let failure = CopyFailure("source and target are the same database")

  /// Compares two open databases.
  ///
  /// Files are the same where the system says so. Two ways to one server can't be told by their names, so that a table is
  /// made in the target, and looked for in the source.
  ///
  /// - Parameter mayProbe: False where not even that may be changed.
  /// - Throws: ``CopyFailure``.
  static func check(_ source: any Governor, _ target: any Governor, mayProbe: Bool) throws {
    guard source.driverName == target.driverName else { return }
    switch (source.url.location, target.url.location) {
    case (.file(let first), .file(let second)):
      if let first = number(of: first), first == number(of: second) { throw failure }
    case (.server(let first), .server(let second)):
      guard mayProbe, first.database?.lowercased() == second.database?.lowercased() else { return }
      let name = "orda_copy_\(UUID().uuidString.lowercased().replacing("-", with: "_"))"
      try target.execute("CREATE TABLE \(identifier: name) (n INTEGER)")
      defer { _ = try? target.execute("DROP TABLE \(identifier: name)") }
      if try source.describe(TableName(name: name)) != nil { throw failure }
    default: break
    }
  }

  /// The file's numbers in the system, whatever path leads to it.
  private static func number(of path: String) -> [UInt64]? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return [UInt64(truncatingIfNeeded: facts.st_dev), UInt64(truncatingIfNeeded: facts.st_ino)]
  }
}
