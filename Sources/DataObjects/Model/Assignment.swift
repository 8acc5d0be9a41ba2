internal import ORDA

/// A property, and the value that many rows are to get: `.set(\.read, true)`.
@MainActor
public struct Assignment<Object: DataObject> {
  let property: AnyKeyPath
  let value: @MainActor (Attribute<Object>) throws -> Value

  /// Sets a property.
  public static func set<T>(_ property: ReferenceWritableKeyPath<Object, T>, _ value: T) -> Assignment {
    Assignment(property: property) { attribute in try attribute.encode(value) }
  }
}
