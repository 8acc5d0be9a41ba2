import Foundation
import ORDA
import ORDASQLite
import SHELF

/// What the suite saves and fetches.
@MainActor
final class ShelfData {
  /// A small object.
  struct User: Codable, Sendable {
    var name: String
    var age: Int
    var isAdmin: Bool
    var email: String
  }

  /// So many objects are saved and fetched at once.
  nonisolated static let batch = 1_000

  let folder: ScratchFolder
  let uuids: [UUID]
  let ids: [ShelfId]
  let users: [User]
  private var files = 0
  private var stores: [String: String] = [:]

  init(_ scale: Scale, in folder: ScratchFolder) throws {
    try SQLite.register()
    self.folder = folder
    uuids = (0..<scale.rows).map { _ in UUID() }
    ids = uuids.map { ShelfId($0) }
    users = (0..<scale.rows).map { index in
      User(name: "User \(index)", age: index % 90, isAdmin: index % 10 == 0, email: "user\(index)@example.org")
    }
  }

  var count: Int { ids.count }

  /// The places of the objects that are saved at once.
  var batches: [Range<Int>] {
    stride(from: 0, to: count, by: Self.batch).map { $0..<min($0 + Self.batch, count) }
  }

  func freshPath(_ name: String) -> String {
    files += 1
    return folder.path("\(name)-\(files).db")
  }

  /// A file with the tables of an empty shelf; its type has the number 1.
  func made(_ name: String) throws -> (path: String, store: GovernorShelfStore) {
    let path = freshPath(name)
    let store = GovernorShelfStore(governor: try ORDASide.open(path))
    try makeType(in: store)
    return (path, store)
  }

  /// Has the tables made, and the type in them, which is the first.
  func makeType(in store: GovernorShelfStore) throws {
    let first = ShelfId()
    try waiting {
      _ = try await store.write([ShelfWrite(first, .put(.init(type: "User", json: Data(), keys: [])))])
      _ = try await store.write([ShelfWrite(first, .delete)])
    }
  }

  nonisolated static let insert =
    "INSERT INTO shelf_objects (id, type, json, rev, refs, modified, expires) VALUES (?, ?, ?, ?, ?, ?, ?)"
  nonisolated static let select = "SELECT id, type, rev, json, expires FROM shelf_objects WHERE id = ?"

  /// What is stored, by its length.
  static func checksum(_ path: String) throws -> UInt64 {
    UInt64(try FloorConnection(path).number("SELECT COALESCE(SUM(LENGTH(json)), 0) + COUNT(*) FROM shelf_objects"))
  }

  /// Fills a file.
  func fill(_ path: String) throws {
    let connection = try FloorConnection(path)
    let insert = try connection.prepare(Self.insert)
    let encoder = JSONEncoder()
    try connection.execute("BEGIN IMMEDIATE")
    for index in ids.indices { try insert.insert(uuids[index], Int64(index), try encoder.encode(users[index])) }
    try connection.execute("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  // MARK: Whole shelves

  /// The people that shelves are filled with.
  func people(_ count: Int) -> [Person] {
    (0..<count).map { index in
      Person(
        id: index < ids.count ? ids[index] : ShelfId(), name: Self.name(index), age: index % 90,
        isAdmin: index % 10 == 0, email: "user\(index)@example.org")
    }
  }

  nonisolated static func name(_ index: Int) -> String {
    let digits = String(index)
    return "User " + String(repeating: "0", count: max(0, 7 - digits.count)) + digits
  }

  /// The URL of a shelf with so many people, which is made once.
  func shelf(_ scheme: Scheme, _ count: Int) throws -> String {
    let name = "\(scheme.rawValue)-\(count)"
    if let url = stores[name] { return url }
    let url = freshShelf(scheme, name)
    let people = people(count)
    try waiting {
      let shelf = try Shelf(at: url)
      try await shelf.fillIndexes(of: Person.self)
      for part in stride(from: 0, to: people.count, by: Self.batch) {
        try await shelf.save(Array(people[part..<min(part + Self.batch, people.count)]))
      }
      await shelf.close()
    }
    stores[name] = url
    return url
  }

  /// The URL of a shelf that is not there yet.
  func freshShelf(_ scheme: Scheme, _ name: String) -> String {
    let path = freshPath(name)
    return switch scheme {
    case .sqlite: "sqlite:\(path)?synchronous=normal&pragma.cache_size=-65536"
    case .file: "file:\(path)"
    }
  }

  /// The path that such a URL has.
  func path(of url: String) -> String {
    url.split(separator: "?")[0].split(separator: ":", maxSplits: 1).last.map(String.init) ?? url
  }

  enum Scheme: String {
    case sqlite, file
  }
}
