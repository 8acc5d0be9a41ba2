public import ORDA

/// What a ``DataStore`` throws besides the `DatabaseError` of its database.
public enum DataStoreError: Error, Sendable, Hashable {
  /// The model has no entity of the type.
  case notInModel(type: String)
  /// The entity has no attribute of the name; with the nearest, if there is one.
  case noSuchAttribute(String, of: String, nearest: String?)
  /// The object was deleted, and is no longer saved.
  case deleted
  /// The object belongs to another store.
  case otherStore
  /// Another object with the same id was saved before. That one has replaced this one, and has its values now.
  case replaced
  /// Too many writes are waiting, so this was refused. It can be saved again.
  case queueFull(limit: Int)
  /// A table that was to be copied into another database has rows there.
  case backupExists(table: String)
  /// The store was closed.
  case closed
}

extension DataStoreError: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .notInModel(let type): "the model has no entity of the type \(type); add one, or fetch another type"
    case .noSuchAttribute(let name, let entity, let nearest):
      "\(entity) has no attribute \(name)" + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .deleted: "the object was deleted, and is saved no more; insert a new one"
    case .otherStore: "the object belongs to another store; give that one a copy of its own"
    case .replaced:
      "there was an object of the same id: it has the values now, and is the one to use (replacedBy)"
    case .queueFull(let limit): "more than \(limit) writes wait for the database; save again when some are done"
    case .backupExists(let table): "the table \(table) has rows there; back up into a database of its own"
    case .closed: "the store is closed"
    }
  }
}

/// Something that could not be written, or read from a row; ``DataStore/errors`` reports it.
public struct DataFailure: Sendable {
  /// The object, if it still exists.
  public let object: (any DataObject)?
  /// The entity's name, which is its type's.
  public let entity: String?
  /// The object's key.
  public let id: Value?
  /// The columns and relationships that were to be written, or read.
  public let columns: [String]
  /// What is wrong.
  public let error: any Error
}
