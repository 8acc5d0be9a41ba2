/// A search for where a `@Stored` property is stored, which is known to the property alone: it is read meanwhile.
@MainActor
final class StorageSearch {
  static var current: StorageSearch?

  private let property: AnyKeyPath
  private(set) var storage: AnyKeyPath?

  init(_ property: AnyKeyPath) { self.property = property }

  /// Hears that a property is read.
  func meet(_ property: AnyKeyPath, storedAt storage: AnyKeyPath) {
    if property == self.property { self.storage = storage }
  }
}
