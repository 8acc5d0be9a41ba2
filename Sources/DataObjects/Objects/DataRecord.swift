internal import Observation

/// What binds an object to its store. Each ``DataObject`` has one: `let record = DataRecord()`.
///
/// There is one for each object, so it is small: it allocates nothing until the object is observed.
@MainActor
public final class DataRecord {
  /// The object, weakly: it owns this record.
  weak var object: AnyObject?
  /// Saves the object; nil while it is in no store.
  var keeper: RecordKeeper?
  /// What has changed since the object was last queued, or could not be written.
  var unsaved = ColumnSet()
  /// The last write that the object was part of, by its number; 0 for none.
  var lastWrite = 0
  /// Made when somebody reads a property, since readers may be observing.
  private var registrar: ObservationRegistrar?
  /// The object that is used instead.
  var replacement: AnyObject?
  /// True once the object was deleted.
  var isDeleted = false
  /// True while the store itself sets the object's properties.
  private(set) var isLoading = false
  /// True while the object is on the list of those to be saved at the end of the turn.
  var isListed = false
  /// True if the last write of the object failed.
  private(set) var hasFailed = false
  /// True until the object's row is known to be there.
  var isNew = false
  /// True while what the object is related to is being fetched.
  var isIncomplete = false
  /// True while the object's next change will be noticed, of one that is watched.
  var isWatched = false

  /// A record of no store yet.
  public nonisolated init() {}

  var isUnsaved: Bool { !unsaved.isEmpty || hasFailed }

  /// Takes note that columns could not be written.
  func fail(_ columns: ColumnSet) {
    unsaved.formUnion(columns)
    hasFailed = true
  }

  /// Takes note that the last write has not failed.
  func succeed() { hasFailed = false }

  /// Forgets what is unsaved.
  func forgetChanges() {
    unsaved = ColumnSet()
    hasFailed = false
  }

  /// Lets the store set properties of the object without having them saved.
  func load<R>(_ body: () throws -> R) rethrows -> R {
    let wasLoading = isLoading
    isLoading = true
    defer { isLoading = wasLoading }
    return try body()
  }
}

/// Observing, and what is set.
extension DataRecord {
  /// Notes that a property of the object is read.
  func read<Object: DataObject, Value>(_ property: KeyPath<Object, Value>, of object: Object) {
    let registrar = registrar ?? ObservationRegistrar()
    self.registrar = registrar
    registrar.access(object, keyPath: property)
  }

  /// True if somebody may be observing the object.
  var isObserved: Bool { registrar != nil }

  /// Keeps the values that properties have before they are set; nil if nobody does.
  var undoKeeper: RecordKeeper? {
    guard let keeper, keeper.keepsUndo, !isLoading, !isDeleted else { return nil }
    return keeper
  }

  /// Tells observers that a property has another value now, and has it saved.
  func changed<Object: DataObject, Value>(_ property: KeyPath<Object, Value>, of object: Object) {
    registrar?.withMutation(of: object, keyPath: property) {}
    if isLoading { return }
    keeper?.changed(property, of: self)
  }
}

/// Saves the objects of records.
@MainActor
class RecordKeeper {
  /// Whether ``willChange(_:of:_:)`` is to be called.
  final var keepsUndo = false

  /// Hears that a property will be set, and what sets it back.
  func willChange(_ property: AnyKeyPath, of object: AnyObject, _ restore: @escaping @MainActor () -> Void) {}

  /// Hears that a property was set.
  func changed(_ property: AnyKeyPath, of record: DataRecord) {}
}
