/// A field's key, of one object.
public struct ShelfFieldKey: Sendable, Hashable {
  /// The field.
  public var field: ShelfField
  /// Its value.
  public var key: ShelfKey

  /// A field's key.
  public init(_ field: ShelfField, _ key: ShelfKey) {
    self.field = field
    self.key = key
  }
}

/// A field that objects of a type can be found by.
public struct ShelfField: Sendable, Hashable {
  /// The field's name, as the program gave it.
  public var name: String
  /// What kind of keys it has: see ``ShelfIndexable/shelfKeyKind``.
  public var kind: String

  /// A field.
  public init(_ name: String, kind: String) {
    self.name = name
    self.kind = kind
  }
}

/// A store that finds objects by their fields and references, without reading all of them.
///
/// A field's index is complete once it has the keys of every object of the type. The shelf fills it, and reports when
/// it is: a store remembers that until someone writes an object of the type without the field's key. An older program
/// does that: its ``ShelfWrite/Contents/keys`` lack the field.
public protocol IndexedShelfStore: ShelfStore {
  /// The fields of a type whose indexes are complete.
  func completeFields(of type: String) async throws -> Set<ShelfField>

  /// Adds keys of objects that were saved without them, or replaces those that the fields have. The objects' revisions
  /// stay, and nobody is informed.
  ///
  /// - Parameters:
  ///   - type: The objects' type.
  ///   - keys: The objects, each with the revision that the keys come from; objects that have another revision by now
  ///     are left out.
  func fill(_ type: String, _ keys: [(id: ShelfId, revision: ShelfRevision, keys: [ShelfFieldKey])]) async throws

  /// Notes that a field's index has the keys of all objects.
  ///
  /// - Returns: False if it has not: an object of the type has no key for it.
  func complete(_ field: ShelfField, of type: String) async throws -> Bool

  /// The objects whose field is in a range, in the order of its keys, and of their ids if keys are equal.
  func find(_ search: ShelfSearch) async throws -> [ShelfFinding]

  /// The same with the objects; nil for one that is gone since. By default it finds them, and then reads them: a store
  /// that does both at once saves a trip to another thread, or to a server.
  func findObjects(_ search: ShelfSearch) async throws -> [(finding: ShelfFinding, object: StoredObject?)]

  /// The ids of the objects that refer to an id, in ascending order.
  ///
  /// - Parameters:
  ///   - target: The referenced id.
  ///   - id: Ids up to and including this one are left out.
  ///   - limit: The maximum number.
  func referrers(to target: ShelfId, after id: ShelfId?, limit: Int) async throws -> [ShelfId]

  /// How many objects of a type there are.
  func count(type: String) async throws -> Int

  /// The objects that have expired.
  ///
  /// - Parameters:
  ///   - seconds: The time, in seconds since 2001-01-01.
  ///   - limit: The maximum number.
  func expired(before seconds: Double, limit: Int) async throws -> [ShelfId]
}

extension IndexedShelfStore {
  /// Finds them, and then reads them.
  public func findObjects(_ search: ShelfSearch) async throws -> [(finding: ShelfFinding, object: StoredObject?)] {
    let findings = try await find(search)
    return Array(zip(findings, try await read(findings.map(\.id)))).map { (finding: $0, object: $1) }
  }
}

/// A query of an index.
public struct ShelfSearch: Sendable {
  /// The name of the type.
  public var type: String
  /// The field.
  public var field: ShelfField
  /// The first key, as ``ShelfKey/bytes``, that is part of the range; nil for no limit.
  public var from: [UInt8]?
  /// The last key that is part of the range; nil for no limit.
  public var through: [UInt8]?
  /// True for the greatest keys first, and ids in descending order where keys are equal.
  public var isDescending: Bool
  /// What was found last: the search goes on after it.
  public var after: ShelfFinding?
  /// The maximum number.
  public var limit: Int

  /// A query.
  public init(
    _ type: String, _ field: ShelfField, from: [UInt8]? = nil, through: [UInt8]? = nil, isDescending: Bool = false,
    after: ShelfFinding? = nil, limit: Int
  ) {
    self.type = type
    self.field = field
    self.from = from
    self.through = through
    self.isDescending = isDescending
    self.after = after
    self.limit = limit
  }
}

/// An object that an index found.
public struct ShelfFinding: Sendable, Hashable {
  /// Its id.
  public var id: ShelfId
  /// Its key, like ``ShelfKey/bytes``.
  public var key: [UInt8]

  /// A finding.
  public init(_ id: ShelfId, key: [UInt8]) {
    self.id = id
    self.key = key
  }
}
