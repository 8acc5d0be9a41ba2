/// A field that objects are found and sorted by.
///
/// ```swift
/// extension User {
///   static let shelfIndexes: [ShelfIndex<User>] = [ShelfIndex("name", \.name), ShelfIndex("age", \.age)]
/// }
/// ```
///
/// You can declare an index after objects were saved: the shelf fills it in the background, and reads all objects until
/// that is done.
public struct ShelfIndex<Object: ShelfData>: Sendable {
  /// Its name, and what kind of keys it has.
  let field: ShelfField
  let path: any PartialKeyPath<Object> & Sendable
  let key: @Sendable (Object) -> ShelfKey

  /// An index.
  ///
  /// - Parameters:
  ///   - name: Its name in the store: for another field than before choose another name.
  ///   - path: The field.
  public init<Field: ShelfIndexable>(_ name: String, _ path: any KeyPath<Object, Field> & Sendable) {
    // A later version may turn what an older one has saved into another value: its keys differ.
    let version = Object.shelfVersion
    field = ShelfField(name, kind: Field.shelfKeyKind + (version == 1 ? "" : " \(version)"))
    self.path = path
    key = { $0[keyPath: path].shelfKey }
  }
}

/// A rule for one of a type's references.
///
/// ```swift
/// extension Comment {
///   static let shelfReferences: [ShelfReferenceRule<Comment>] = [ShelfReferenceRule(\.$post, .cascade)]
/// }
/// ```
///
/// The rule is saved with the object: a changed rule applies to objects saved from then on.
public struct ShelfReferenceRule<Object: ShelfData>: Sendable {
  let ids: @Sendable (Object) -> [ShelfId]
  let rule: ShelfDeleteRule

  /// A rule for a reference.
  public init<Target: ShelfData>(_ path: any KeyPath<Object, Reference<Target>> & Sendable, _ rule: ShelfDeleteRule) {
    ids = { $0[keyPath: path].id.map { [$0] } ?? [] }
    self.rule = rule
  }

  /// A rule for a list of references.
  public init<Target: ShelfData>(_ path: any KeyPath<Object, References<Target>> & Sendable, _ rule: ShelfDeleteRule) {
    ids = { $0[keyPath: path].ids }
    self.rule = rule
  }

  /// A rule for a reference that is written without a wrapper.
  public init<Target: ShelfData>(
    _ path: any KeyPath<Object, ShelfObjectReference<Target>> & Sendable, _ rule: ShelfDeleteRule
  ) {
    ids = { [$0[keyPath: path].id] }
    self.rule = rule
  }
}
