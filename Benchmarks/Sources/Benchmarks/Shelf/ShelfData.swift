import Foundation
import ORDA
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
  static let batch = 1_000

  let folder: ScratchFolder
  let uuids: [UUID]
  let ids: [ShelfId]
  let users: [User]
  private var files = 0

  init(_ scale: Scale, in folder: ScratchFolder) throws {
    self.folder = folder
    uuids = (0..<scale.rows).map { _ in UUID() }
    ids = uuids.map { ShelfId($0) }
    users = (0..<scale.rows).map { index in
      User(name: "User \(index)", age: index % 90, isAdmin: index % 10 == 0, email: "user\(index)@example.org")
    }
  }

  var count: Int { ids.count }

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

  /// Waits for what is awaited, where sides are made.
  private func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
    let done = DispatchSemaphore(value: 0)
    let failure = Failure()
    Task.detached {
      do { try await body() } catch { failure.error = error }
      done.signal()
    }
    done.wait()
    if let error = failure.error { throw error }
  }

  private final class Failure: @unchecked Sendable {
    // Proof: the semaphore lies between the one that writes and the one that reads.
    var error: (any Error)?
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
}
