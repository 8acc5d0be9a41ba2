public import ORDA

/// An ordered relationship to many objects, kept in a lookup table.
///
/// ```swift
/// Related("tags", \.tags, through: "tagsNotes", parent: "noteID", child: "tagID", order: "ix")
/// ```
///
/// The property is an array, empty if there are no related objects. They are fetched with the object; changing the array
/// writes the lookup table alone. There is no inverse: fetch the objects that refer to one. Related objects that were
/// deleted are left out.
@MainActor
public struct Related<Object: DataObject> {
  let name: String
  let property: AnyKeyPath
  let lookup: LookupTable
  let childType: any DataObject.Type
  let childKeyType: any DataObjectID.Type
  /// The keys of the related objects, in order.
  let ids: @MainActor (Object) throws(DatabaseError) -> [Value]
  /// Converts a related object's key from the database's form to the object's.
  let normal: (Value) -> Value
  /// Puts replacements in the place of objects that were replaced.
  let replace: @MainActor (Object) -> Void
  /// The related objects, which have to be saved before anything refers to them.
  let children: @MainActor (Object) -> [any DataObject]
  /// What sets the property back to its value.
  let capture: @MainActor (Object) -> @MainActor () -> Void
  /// Sets the property of each object to the objects with the keys.
  let attach:
    @MainActor (
      any ChildFinder, [(object: Object, ids: [Value])],
      _ mayAttach: @MainActor (Object, [Value], _ isWhole: Bool) -> Bool
    ) async throws -> Void

  /// A relationship.
  ///
  /// - Parameters:
  ///   - name: What messages call it.
  ///   - property: The property.
  ///   - table: The lookup table.
  ///   - parent: Its column for the key of the object that has the relationship.
  ///   - child: Its column for the key of the related object.
  ///   - order: Its column for the place, from 0.
  public init<Child: DataObject>(
    _ name: String, _ property: ReferenceWritableKeyPath<Object, [Child]>, through table: TableName, parent: String,
    child: String, order: String = "ix"
  ) {
    self.name = name
    self.property = property
    lookup = LookupTable(table: table, parent: parent, child: child, order: order)
    childType = Child.self
    childKeyType = Child.UniqueID.self
    ids = { (object) throws(DatabaseError) in
      var ids: [Value] = []
      for child in object[keyPath: property] { ids.append(try child.uniqueID.value()) }
      return ids
    }
    replace = { object in
      let children = object[keyPath: property]
      if children.contains(where: { $0.replacedBy != nil }) {
        object[keyPath: property] = children.map { $0.replacedBy ?? $0 }
      }
    }
    capture = { object in
      let children = object[keyPath: property]
      return { if !object.isDeleted { object[keyPath: property] = children } }
    }
    normal = { Child.UniqueID.normal($0) }
    children = { $0[keyPath: property] }
    attach = { finder, parents, mayAttach in try await finder.attach(property, of: parents, mayAttach) }
  }
}

/// The table that keeps a relationship.
struct LookupTable: Sendable, Hashable {
  let table: TableName
  let parent: String
  let child: String
  let order: String
}

/// Finds the objects that others are related to.
@MainActor
protocol ChildFinder: AnyObject {
  /// Sets a relationship of several objects to the children of these keys.
  ///
  /// - Parameter mayAttach: Asked of each object when the children are there: the program may have set it
  ///   meanwhile. The children are complete unless some can't be found.
  func attach<Parent: DataObject, Child: DataObject>(
    _ property: ReferenceWritableKeyPath<Parent, [Child]>, of parents: [(object: Parent, ids: [Value])],
    _ mayAttach: @MainActor (Parent, [Value], _ isWhole: Bool) -> Bool
  ) async throws
}
