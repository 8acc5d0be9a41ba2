internal import Foundation

/// A change of one object that has not been written yet.
struct PendingChange: Sendable {
  let id: ShelfId
  /// The name of the object's type; nil for a deletion, and for what else has none.
  let type: String?
  var expectation: ShelfWrite.Expectation
  let action: ShelfWrite.Action
  /// How many bytes the saved object takes up; 0 if that is not known.
  let bytes: Int
  /// True for an object that never changes.
  let isImmutable: Bool
  /// What is remembered of the object once it is written; nil if it is gone, or not known.
  let remembered: @Sendable (ShelfRevision) -> CachedObject?

  /// When the saved object expires.
  var expires: Date? { if case .put(let contents) = action { contents.expires } else { nil } }

  var json: Data? { if case .put(let contents) = action { contents.json } else { nil } }

  /// True for an object that has bytes beside its JSON.
  var hasBinaries: Bool { if case .put(let contents) = action { !contents.binaries.isEmpty } else { false } }

  /// True if it replaces or removes what is there.
  var isReplacing: Bool { if case .check = action { false } else { true } }

  /// An object that is saved, whatever was there.
  init<Object: ShelfData>(
    saving object: Object, _ coder: ObjectCoder, expires: Date?, expecting: ShelfWrite.Expectation? = nil
  ) throws(ShelfError) {
    let (json, binaries, bytes) = try ObjectCoder.encode(object)
    self.bytes = bytes
    id = object.id
    type = Object.shelfName
    isImmutable = Object.self is any ShelfImmutableData.Type
    expectation = expecting ?? (isImmutable ? .nothing : .anything)
    let references = ReferenceScanner.references(in: json)
    action = .put(
      ShelfWrite.Contents(
        type: Object.shelfName, json: json, expires: expires, references: references,
        keys: object.keys(bytes: bytes, used: Date()), binaries: binaries))
    let id = id
    remembered = { revision in
      if references.isEmpty, binaries.isEmpty {
        return Cached(object, revision, expires: expires, size: json.count, bytes: bytes)
      }
      // As it will be read: its references and bytes know the shelf, and have loaded nothing that may have changed since.
      let stored = StoredObject(id: id, type: nil, revision: revision, contents: json)
      return (try? coder.decode(Object.self, stored)).map {
        Cached($0, revision, expires: expires, size: json.count, bytes: bytes)
      }
    }
  }

  /// An object that is deleted, if there is one.
  init(deleting id: ShelfId, expecting: ShelfWrite.Expectation = .something) {
    self.init(id, expecting, .delete)
  }

  /// JSON that replaces other JSON of the same object, whose type is not known here.
  init(_ stored: StoredObject, replacing json: Data, keys: [ShelfFieldKey]?) {
    self.init(
      stored.id, .revision(stored.revision),
      .put(
        ShelfWrite.Contents(
          type: stored.type, json: json, expires: stored.expires, references: ReferenceScanner.references(in: json),
          keys: keys, binaries: ReferenceScanner.binaries(in: json).map { ShelfBinary($0, nil) })))
  }

  /// JSON stored under an id, if its Swift type is unknown.
  init(_ id: ShelfId, json: Data, type: String?, expires: Date?, expecting: ShelfWrite.Expectation) {
    self.init(id, expecting, .put(ShelfWrite.Contents(type: type, untyped: json, expires: expires)), type: type)
  }

  /// Checks that an object is as it was when it was read.
  init(checking id: ShelfId, is revision: ShelfRevision?) {
    self.init(id, revision.map { .revision($0) } ?? .nothing, .check)
  }

  private init(
    _ id: ShelfId, _ expectation: ShelfWrite.Expectation, _ action: ShelfWrite.Action, type: String? = nil
  ) {
    self.id = id
    self.type = type
    self.expectation = expectation
    self.action = action
    isImmutable = false
    bytes = 0
    remembered = { _ in nil }
  }
}

extension [PendingChange] {
  /// The changes without those that later ones of the same object make superfluous.
  func withoutRepetitions() -> [PendingChange] {
    guard count > 1 else { return self }
    var seen: Set<ShelfId> = []
    return reversed().filter { seen.insert($0.id).inserted }.reversed()
  }
}
