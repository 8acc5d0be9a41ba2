/// A property that is a column, or a relationship: it is observed, and saved at the end of the main actor's turn.
///
/// ```swift
/// @Stored var text = ""
/// @Stored var tags: [Tag] = []
/// ```
///
/// Setting it marks its own column; all that a turn changes is one transaction, and of one object one UPDATE. An object that
/// is in no store is not saved.
@propertyWrapper
public struct Stored<Value> {
  @usableFromInline var value: Value

  /// A property with a first value.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// Not to be used: the wrapper needs the object that the property is one of.
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
      object.record.read(property, of: object)
      return object[keyPath: storage].value
    }
    set {
      let record = object.record
      object[keyPath: storage].value = newValue
      record.changed(property, of: object)
      // An object that stands for the same row has it as well: what is shown is that one.
      if let other = record.replacement as? Object { other[keyPath: property] = newValue }
    }
  }
}
