internal import Foundation
internal import ORDA
internal import ORDAThreads

extension GovernorShelfStore {
  /// Reads objects.
  public func read(_ ids: [ShelfId]) async throws -> [StoredObject?] {
    let opened = try await opened()
    if ids.isEmpty { return [] }
    let reading = ObjectReading(ids, opened.numbers.known.types)
    let statements = opened.statements
    if ids.count == 1 {
      try await statements.object.forEach(StoredId(ids[0])) { row in try reading.add(row) }
    } else {
      // One connection for all, leaving the other connections to others.
      try await db.withConnection(.reader) { _ in
        try statements.read(statements.someObjects, ids) { row in try reading.add(row) }
      }
    }
    return try await reading.finish { try await opened.numbers.load().types }
  }

  /// The ids of a type, or all, a page at a time.
  public func ids(type: String?, after id: ShelfId?, limit: Int) async throws -> [ShelfId] {
    guard limit > 0 else { return [] }
    let opened = try await opened()
    guard let type else {
      return try await opened.statements.ids.query(StoredId.self, ShelfStatements.after(id), limit).map(\.id)
    }
    // An object's number changes when its keys are filled in: numbers and objects must be from one moment.
    let (tables, statements) = (tables, opened.statements)
    return try await db.transaction(isolation: .repeatableRead, readOnly: true) { transaction in
      let numbers = try transaction.query(Int64.self, "SELECT number FROM \(tables.types) WHERE name = \(type)")
      return try statements.ids(ofTypes: numbers, after: id, limit: limit)
    }
  }

  /// How many objects of a type there are.
  public func count(type: String) async throws -> Int {
    _ = try await opened()
    return try await db.first(
      Int.self,
      "SELECT COUNT(*) FROM \(tables.objects) WHERE type IN (SELECT number FROM \(tables.types) WHERE name = \(type))")
      ?? 0
  }
}

/// Objects read from the database, each with its place in the result.
final class ObjectReading: Sendable {
  private struct State {
    var objects: [StoredObject?]
    /// The objects whose type's number is not known yet.
    var unknown: [(index: Int, type: Int64)] = []
  }

  /// Where to put objects; nil for one after another.
  private let places: [ShelfId: Int]?
  private let types: [Int64: StoredType]
  private let state: Lock<State>

  /// - Parameter ids: The objects to read; nil for all that come, in order.
  init(_ ids: [ShelfId]?, _ types: [Int64: StoredType]) {
    places = ids.map { ids in Dictionary(zip(ids, ids.indices)) { first, _ in first } }
    self.types = types
    state = Lock(State(objects: Array(repeating: nil, count: ids?.count ?? 0)))
  }

  /// Takes a row of id, type, revision, JSON and expiry; without a revision there is no object.
  func add(_ row: borrowing Row) throws {
    let id = try row.get(0, as: StoredId.self).id
    let place = places?[id]
    if places != nil, place == nil { return }
    let type = try row.get(1, as: Int64?.self)
    guard let number = try row.get(2, as: Int64?.self) else {
      if place == nil { state.withLock { $0.objects.append(nil) } }
      return
    }
    let revision = ShelfRevision(UInt64(bitPattern: number))
    let json = try row.withUTF8(3) { Data($0) } ?? Data()
    let expires = try row.get(4, as: Double?.self).map { Date(timeIntervalSinceReferenceDate: $0) }
    let name = type.flatMap { types[$0]?.name }
    let object = StoredObject(id: id, type: name, revision: revision, contents: json, expires: expires)
    state.withLock { state in
      if let place { state.objects[place] = object } else { state.objects.append(object) }
      if let type, name == nil { state.unknown.append((place ?? state.objects.count - 1, type)) }
    }
  }

  /// The objects, in the order of the ids.
  ///
  /// - Parameter load: Reads the numbers that exist by now.
  func finish(_ load: () async throws -> [Int64: StoredType]) async throws -> [StoredObject?] {
    var (objects, unknown) = state.withLock { ($0.objects, $0.unknown) }
    guard !unknown.isEmpty else { return objects }
    let types = try await load()
    for (index, number) in unknown {
      guard let type = types[number] else { throw ShelfError.missingType(number) }
      objects[index]?.type = type.name
    }
    return objects
  }
}
