/// Reads and sets a property for the store. If it is `@Stored`, this bypasses the property: reading registers no observer,
/// and setting calls no `didSet`.
///
/// A stored value lies at the same distance from the start of every object of its type, and is reached by that distance: a
/// key path costs some twenty times as much, and an object has many properties. The unsafe code is in this file alone. It
/// relies on two things: the distance comes from the key path that the compiler made for the wrapper's storage, which is a
/// stored property of a class, and a ``Stored`` consists of its value alone.
@MainActor
@usableFromInline
final class PropertyAccess<Object: DataObject, Value> {
  @usableFromInline let property: ReferenceWritableKeyPath<Object, Value>
  /// How many bytes into an object the value lies; 0 where the property is not `@Stored`, nil before the first object.
  @usableFromInline var distance: Int?

  /// Objects are smaller. A value that seems farther away isn't part of the object.
  private static var farthest: Int { 1 << 16 }

  @usableFromInline
  init(_ property: ReferenceWritableKeyPath<Object, Value>) { self.property = property }

  /// The property's value.
  ///
  /// - Precondition: The object is an `Object`.
  @inlinable
  func value(ofAny object: AnyObject) -> Value {
    let object = unsafeDowncast(object, to: Object.self)
    return withExtendedLifetime(object) { storage(in: object)?.pointee ?? object[keyPath: property] }
  }

  /// Sets the property of an object that is being made from a row, and that nobody observes yet.
  ///
  /// - Precondition: The object is an `Object`.
  @inlinable
  func fill(any object: AnyObject, with value: Value) {
    let object = unsafeDowncast(object, to: Object.self)
    withExtendedLifetime(object) {
      guard let storage = storage(in: object) else { return object[keyPath: property] = value }
      storage.pointee = value
    }
  }

  /// Where an object has the value; nil if the property is not `@Stored`. The pointer is valid as long as the object.
  @inlinable
  func storage(in object: Object) -> UnsafeMutablePointer<Value>? {
    let distance = distance ?? find(in: object)
    if distance == 0 { return nil }
    return Unmanaged.passUnretained(object).toOpaque().advanced(by: distance).assumingMemoryBound(to: Value.self)
  }

  @usableFromInline
  func find(in object: Object) -> Int {
    let search = StorageSearch(property)
    StorageSearch.current = search
    _ = object[keyPath: property]
    StorageSearch.current = nil
    var found = 0
    if let storage = search.storage as? ReferenceWritableKeyPath<Object, Stored<Value>> {
      let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
      found = withUnsafePointer(to: &object[keyPath: storage].value) { UnsafeRawPointer($0) - start }
      if !(1..<Self.farthest).contains(found) { found = 0 }
    }
    distance = found
    return found
  }
}
