/// How a store reads and sets a property itself: where it is `@Stored`, what is stored, and so nobody is taken for an observer.
@MainActor
final class PropertyAccess<Object: DataObject, Value> {
  private let property: ReferenceWritableKeyPath<Object, Value>
  /// Where the value is stored; nil for what is not `@Stored`.
  private var storage: ReferenceWritableKeyPath<Object, Stored<Value>>?
  private var isKnown = false

  init(_ property: ReferenceWritableKeyPath<Object, Value>) { self.property = property }

  /// The property's value.
  func value(of object: Object) -> Value {
    if !isKnown { find(in: object) }
    guard let storage else { return object[keyPath: property] }
    return object[keyPath: storage].value
  }

  /// Sets the property of an object that is being made of a row. As in an initialiser, `didSet` is not called.
  func fill(_ object: Object, with value: Value) {
    if !isKnown { find(in: object) }
    // What is read while an object is made may be observed.
    guard let storage, !object.record.isObserved else { return object[keyPath: property] = value }
    object[keyPath: storage].value = value
  }

  private func find(in object: Object) {
    isKnown = true
    let search = StorageSearch(property)
    StorageSearch.current = search
    defer { StorageSearch.current = nil }
    _ = object[keyPath: property]
    storage = search.storage as? ReferenceWritableKeyPath<Object, Stored<Value>>
  }
}
