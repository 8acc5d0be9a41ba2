internal import Observation

/// What binds an object to its store. Each ``DataObject`` has one: `let record = DataRecord()`.
///
/// It is small, for there is one to an object: nothing is allocated in it until the object is observed.
@MainActor
public final class DataRecord {
  /// The object; weakly, since it has this.
  weak var object: AnyObject?
  /// Who saves the object; nil while it is in no store.
  var keeper: RecordKeeper?
  /// What has changed since it was last given to the queue, or could not be written.
  var unsaved = ColumnSet()
  /// The last write that the object was part of, by its number; 0 for none.
  var lastWrite = 0
  /// Made when somebody reads a property, for who reads may be observing.
  private var registrar: ObservationRegistrar?
  /// The object that is used instead.
  var replacement: AnyObject?
  private var flags: Flags = []

  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let deleted = Flags(rawValue: 1)
    static let loading = Flags(rawValue: 2)
    static let collected = Flags(rawValue: 4)
    static let failed = Flags(rawValue: 8)
    static let new = Flags(rawValue: 16)
    static let incomplete = Flags(rawValue: 32)
    static let watched = Flags(rawValue: 64)
  }

  /// A record of no store yet.
  public nonisolated init() {}

  /// True once the object was deleted.
  var isDeleted: Bool {
    get { flags.contains(.deleted) }
    set { set(.deleted, newValue) }
  }

  /// True while the store itself sets the object's properties.
  var isLoading: Bool {
    get { flags.contains(.loading) }
    set { set(.loading, newValue) }
  }

  /// True while the object is on the list of those to be saved at the end of the turn.
  var isListed: Bool {
    get { flags.contains(.collected) }
    set { set(.collected, newValue) }
  }

  /// True if the last write of the object failed.
  var hasFailed: Bool {
    get { flags.contains(.failed) }
    set { set(.failed, newValue) }
  }

  /// True until the object's row is known to be there.
  var isNew: Bool {
    get { flags.contains(.new) }
    set { set(.new, newValue) }
  }

  /// True while what the object is related to is being fetched.
  var isIncomplete: Bool {
    get { flags.contains(.incomplete) }
    set { set(.incomplete, newValue) }
  }

  /// True while the object's next change will be noticed, of one that is watched.
  var isWatched: Bool {
    get { flags.contains(.watched) }
    set { set(.watched, newValue) }
  }

  var isUnsaved: Bool { !unsaved.isEmpty || hasFailed }

  private func set(_ flag: Flags, _ isSet: Bool) {
    if isSet { flags.insert(flag) } else { flags.remove(flag) }
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

  /// Tells observers that a property has another value now, and has it saved.
  func changed<Object: DataObject, Value>(_ property: KeyPath<Object, Value>, of object: Object) {
    registrar?.withMutation(of: object, keyPath: property) {}
    if isLoading { return }
    keeper?.changed(property, of: self)
  }
}

/// Who saves the objects of some records.
@MainActor
class RecordKeeper {
  /// Hears that a property was set.
  func changed(_ property: AnyKeyPath, of record: DataRecord) {}
}
