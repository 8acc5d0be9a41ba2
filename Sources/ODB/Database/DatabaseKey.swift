internal import Foundation
internal import ORDA
internal import ORDAPlatform
internal import ORDAThreads

/// Tells whether two ODBs are in one database.
enum DatabaseKey: Hashable, Sendable {
  case file(String, TableNames, options: [DatabaseURL.Option])
  case url(String, TableNames)
  case governor(ObjectIdentifier, TableNames)

  /// The key of a URL; nil for a database in memory, which is a different one each time.
  init?(_ url: DatabaseURL, _ names: TableNames) {
    switch url.location {
    case .memory: return nil
    case .file(let path): self = .file(DatabaseKey.canonical(path), names, options: url.options)
    case .server: self = .url(url.textWithSecrets, names)
    }
  }

  /// A path without links, dots and doubled slashes, even if the file does not exist yet.
  static func canonical(_ path: String) -> String {
    func resolved(_ path: String) -> String? {
      guard let pointer = realpath(path, nil) else { return nil }
      defer { free(pointer) }
      return String(cString: pointer)
    }
    if let found = resolved(path) { return found }
    let url = URL(fileURLWithPath: path).standardizedFileURL
    let folder = url.deletingLastPathComponent().path
    return (resolved(folder) ?? folder) + "/" + url.lastPathComponent
  }
}

/// The databases in use, so that two ODBs of one file find each other.
enum OpenDatabases {
  private struct WeakDatabase {
    weak var database: Database?
  }

  private static let known = Lock<[DatabaseKey: WeakDatabase]>([:])

  /// The database of a key: the one in use unless it was closed, otherwise a new one.
  static func find(_ key: DatabaseKey?, _ make: () -> Database) -> Database {
    guard let key else { return make() }
    return known.withLock { known in
      if let database = known[key]?.database, !database.isClosed { return database }
      known = known.filter { $0.value.database != nil }
      let database = make()
      known[key] = WeakDatabase(database: database)
      return database
    }
  }
}
