public import ORDA

/// What a shelf throws.
public enum ShelfError: Error, Sendable {
  /// The object exists, and can't be read.
  case couldNotReadObjectFile(ShelfId, any Error)
  /// What is stored under the id is not an object of the type, or not JSON.
  case couldNotParseObject(ShelfId, type: String, reason: String)
  /// The object can't be written as JSON: a number that isn't finite, or what its own `encode(to:)` throws.
  case couldNotSerialize(ShelfId, path: String, reason: String)
  /// The object could not be saved or deleted; what was there is as it was.
  case couldNotWriteObject(ShelfId, any Error)
  /// The id has an object of another type.
  case typeMismatch(ShelfId, stored: String, given: String)
  /// The closure given to an update changed the object's id; nothing was written.
  case idChanged(ShelfId, to: ShelfId)
  /// The closure given to an update threw this error; nothing was written.
  case updateFunctionThrewSomeError(any Error)
  /// Others changed the object again and again while it was being updated; nothing was written.
  case changedMeanwhile(Set<ShelfId>)
  /// The token was not requested, was used or has expired, or the oath is wrong; all tokens are void now.
  case badDeleteToken
  /// The type says that its objects never change, and one with other contents exists.
  case immutable(ShelfId, type: String)
  /// Another object refers to this one, and its type says that this prevents the deletion.
  case stillReferenced(ShelfId, by: ShelfId)
  /// The store has lost the types of its objects: fetch them by id; `repair(as:)` finds the types again.
  case typesUnknown(String)
  /// The object's bytes are not there (any more): somebody has saved it with others, deleted it, or damaged the store.
  case missingBinary(ShelfId)
  /// A newer version of this library made the store, or the object; with what this version would have to understand.
  case newerVersion(String)
  /// The store is read-only.
  case readOnly(String)
  /// The target has other objects, such as this one; nothing was copied.
  case targetHasObjects(ShelfId)
  /// A backup failed, for this reason; with what is left of it, which must be removed before the next try.
  case unfinishedBackup(left: String, any Error)
  /// The store can't do this.
  case unsupported(String)
  /// The call was wrong.
  case misuse(String)
  /// The shelf was closed.
  case closed
  /// The task was cancelled; nothing was done.
  case cancelled
  /// The store's files or tables are damaged, or not a shelf's; with what is wrong.
  case damaged(String)
  /// An error of the database.
  case database(DatabaseError)
  /// An error of the store.
  case store(any Error)
}

extension ShelfError: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .couldNotReadObjectFile(let id, let error): "\(id) can't be read: \(error)"
    case .couldNotParseObject(let id, let type, let reason): "\(id) is no \(type): \(reason)"
    case .couldNotSerialize(let id, let path, let reason):
      path.isEmpty ? "\(id) can't be saved: \(reason)" : "\(id) can't be saved: \(path): \(reason)"
    case .couldNotWriteObject(let id, let error): "\(id) could not be written: \(error)"
    case .typeMismatch(let id, let stored, let given):
      "\(id) is a \(stored), which a \(given) can't replace: delete it first, or give the new object an id of its own"
    case .idChanged(let id, let other): "an update of \(id) made \(other) of its id: an object keeps its id for ever"
    case .updateFunctionThrewSomeError(let error): "the update's closure threw: \(error)"
    case .changedMeanwhile(let ids):
      "others go on changing \(ids.sorted().map(\.description).joined(separator: ", ")): try again later"
    case .badDeleteToken: "the token to delete everything is not valid, or the oath is wrong: ask for a new token"
    case .immutable(let id, let type): "\(id) is a \(type), whose objects never change: save it under a new id"
    case .stillReferenced(let id, let other): "\(id) can't be deleted while \(other) refers to it"
    case .typesUnknown(let reason):
      "\(reason): objects can be fetched by their ids; repair(as:) finds their types again"
    case .missingBinary(let id):
      "the bytes of \(id) are not there: read the object again, or give it bytes that were loaded"
    case .newerVersion(let what): "\(what): update this program"
    case .readOnly(let name): "\(name) is for reading only"
    case .targetHasObjects(let id):
      "the target has objects that are not those of the source, such as \(id): copy into an empty one, or replace them"
    case .unfinishedBackup(let left, let error):
      "\(error); the backup was not finished: remove \(left) before it is made again"
    case .unsupported(let what): what
    case .misuse(let mistake): mistake
    case .closed: "the shelf was closed"
    case .cancelled: "the task was cancelled"
    case .damaged(let what): what
    case .database(let error): error.description
    case .store(let error): "\(error)"
    }
  }
}

extension ShelfError {
  /// True if something read-only prevented a write.
  var isReadOnly: Bool {
    switch self {
    case .readOnly: true
    case .database(let error): error.kind == .readOnly
    default: false
    }
  }

  /// The shelf's error for whatever a store threw.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as ShelfError: error
      case let error as DatabaseError: error.kind == .cancelled ? .cancelled : .database(error)
      case is CancellationError: .cancelled
      default: .store(error)
      }
  }

  /// The same for what a store threw when asked for one object.
  init(_ error: any Error, reading id: ShelfId) {
    if case .couldNotReadObjectFile(let known, _)? = error as? ShelfError, known == id {
      self = ShelfError(error)
    } else {
      self = .couldNotReadObjectFile(id, error)
    }
  }
}
