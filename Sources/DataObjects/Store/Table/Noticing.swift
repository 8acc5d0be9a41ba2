internal import ORDA
internal import Observation

/// How changes of an entity's objects are found.
enum Noticing {
  /// Their properties are `@Stored`, and report changes themselves.
  case stored
  /// They are `@Observable`, and watched.
  case watched
  /// The program saves them.
  case byHand

  /// What an object's properties are.
  @MainActor
  init(of object: some DataObject) {
    let children = Mirror(reflecting: object).children
    if children.contains(where: { $0.value is any StoredProperty }) {
      self = .stored
    } else if children.contains(where: { $0.value is ObservationRegistrar }) {
      self = .watched
    } else {
      self = .byHand
    }
  }
}

/// A watched object that has changed in this turn, with what it had before.
struct NoticedObject<Object: DataObject> {
  let object: Object
  let values: [Value?]
  let children: [[Value]?]
  /// What sets each property back, if that is kept.
  let restoring: [UndoHistory.Step]
}

/// A ``Stored`` property, of whatever value.
private protocol StoredProperty {}
extension Stored: StoredProperty {}

/// Watching objects that are `@Observable`.
///
/// Observation reports once that something will change, before it does. The store then notes the old values and holds the
/// object; at the end of the turn it compares them, and watches the object again.
extension TypedObjectTable {
  func notice(_ object: Object) {
    let noticing = noticing ?? Noticing(of: object)
    self.noticing = noticing
    if noticing == .watched { watch(object) }
  }

  /// Watches an object again after the store itself has set properties of it.
  func rewatch(_ object: Object) {
    if noticing == .watched, !object.record.isWatched { watch(object) }
  }

  private func watch(_ object: Object) {
    object.record.isWatched = true
    withObservationTracking {
      _ = values(of: object)
      _ = children(of: object)
    } onChange: { [weak self, weak object] in
      MainActor.assumeIsolated {
        guard let self, let object else { return }
        self.willChange(object)
      }
    }
  }

  private func willChange(_ object: Object) {
    let record = object.record
    record.isWatched = false
    if record.isLoading || record.keeper !== link { return }
    if record.isDeleted {
      store.tell(DataStoreError.deleted, of: record, ColumnSet())
      return
    }
    noticed[ObjectIdentifier(object)] = NoticedObject(
      object: object, values: values(of: object), children: children(of: object),
      restoring: store.history.isKeeping ? captures(of: object) : [])
    store.planCollection()
  }

  func listNoticed() {
    if noticed.isEmpty { return }
    let all = noticed.values
    noticed = [:]
    for noticed in all {
      let object = noticed.object
      var changed = ColumnSet()
      for (column, (old, new)) in zip(noticed.values, self.values(of: object)).enumerated()
      where old == nil || !Value.areSame(old, new) {
        changed.insert(column)
      }
      for (place, (old, new)) in zip(noticed.children, self.children(of: object)).enumerated()
      where old == nil || !Value.areSame(old, new) {
        changed.insert(column(of: place))
      }
      for column in changed where column < noticed.restoring.count { store.register(noticed.restoring[column]) }
      if !changed.isEmpty { link.changed(changed, of: object.record, in: store) }
      watch(object)
    }
  }

  private func captures(of object: Object) -> [UndoHistory.Step] {
    entity.attributes.map { $0.capture(object) } + entity.relationships.map { $0.capture(object) }
  }

  private func values(of object: Object) -> [Value?] { entity.attributes.map { try? $0.value(object) } }
  private func children(of object: Object) -> [[Value]?] { entity.relationships.map { try? $0.ids(object) } }
}
