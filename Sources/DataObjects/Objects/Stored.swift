/// A property that is a column, or a relationship: it is observed, and saved at the end of the main actor's turn.
///
/// ```swift
/// @Stored var text = ""
/// @Stored var tags: [Tag] = []
/// ```
///
/// Setting it marks only its own column; all changes of a turn are one transaction, and all of one object one UPDATE.
/// An object that is in no store is not saved.
@propertyWrapper
public struct Stored<Value> {
  @usableFromInline var value: Value

  /// A property with a first value.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// Unavailable: the wrapper needs the object that has the property.
  @available(*, unavailable, message: "@Stored is for properties of a class that is a DataObject")
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The property's value in its object.
  @MainActor
  public static subscript<Object: DataObject>(
    _enclosingInstance object: Object, wrapped property: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Stored<Value>>
  ) -> Value {
    get {
      if let search = StorageSearch.current {
        search.meet(property, storedAt: storage)
      } else {
        object.record.read(property, of: object)
      }
      return object[keyPath: storage].value
    }
    set {
      let record = object.record
      if let keeper = record.undoKeeper {
        let old = object[keyPath: storage].value
        keeper.willChange(property, of: object) { if !object.isDeleted { object[keyPath: property] = old } }
      }
      object[keyPath: storage].value = newValue
      record.changed(property, of: object)
      // The object that replaced this one is the one on display, so it gets the value too.
      if let other = record.replacement as? Object { other[keyPath: property] = newValue }
    }
  }
}
