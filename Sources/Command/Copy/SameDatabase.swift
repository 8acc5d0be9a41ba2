import FileWatch
import ORDA

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Refuses to copy a database into itself.
enum SameDatabase {
  static let failure = CopyFailure("source and target are the same database")

  /// Compares two open databases.
  ///
  /// Files are the same if the system says so. Two addresses of one server can't be recognised by name, so a table is
  /// created in the target, and looked for in the source.
  ///
  /// - Parameter mayProbe: False if not even that may be changed.
  /// - Throws: ``CopyFailure``.
  static func check(_ source: any Governor, _ target: any Governor, mayProbe: Bool) throws {
    guard source.driverName == target.driverName else { return }
    switch (source.url.location, target.url.location) {
    case (.file(let first), .file(let second)):
      if let first = FileIdentity(path: first), first == FileIdentity(path: second) { throw failure }
    case (.server(let first), .server(let second)):
      guard mayProbe, first.database?.lowercased() == second.database?.lowercased() else { return }
      let name = "orda_copy_\(UUID().uuidString.lowercased().replacing("-", with: "_"))"
      try target.execute("CREATE TABLE \(identifier: name) (n INTEGER)")
      defer { _ = try? target.execute("DROP TABLE \(identifier: name)") }
      if try source.describe(TableName(name: name)) != nil { throw failure }
    default: break
    }
  }
}
