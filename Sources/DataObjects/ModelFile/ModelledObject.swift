public import Foundation
public import ORDA

/// A type whose columns are named by a file: it says which property each name belongs to.
///
/// ```swift
/// extension Note: ModelledObject {
///   static var properties: [String: ModelProperty<Note>] {
///     ["text": .init(\.text), "sortDate": .init(\.sortDate), "tags": .init(\.tags)]
///   }
/// }
/// ```
public protocol ModelledObject: DataObject {
  /// The properties by the names that the file has for them.
  static var properties: [String: ModelProperty<Self>] { get }
}

/// A property of a ``ModelledObject``; a file says how it is stored.
@MainActor
public struct ModelProperty<Object: DataObject> {
  /// The attribute; nil if the file's type does not suit the property.
  let attribute: (_ name: String, _ type: String) -> Attribute<Object>?
  /// The relationship; nil if it is to another type.
  let relationship: (_ name: String, ModelFile.Relationship) -> Related<Object>?

  private init(
    attribute: @escaping (String, String) -> Attribute<Object>? = { _, _ in nil },
    relationship: @escaping (String, ModelFile.Relationship) -> Related<Object>? = { _, _ in nil }
  ) {
    self.attribute = attribute
    self.relationship = relationship
  }

  /// A property of a type that columns can hold: in the file `string`, `int64`, `double`, `boolean`, `data` or `uuid`.
  public init<T: ColumnValue & ValueConvertible>(_ property: ReferenceWritableKeyPath<Object, T>) {
    self.init { name, type in
      ModelFile.columnTypes[type]?.contains(ColumnType(of: T.self)) == true ? Attribute(name, property) : nil
    }
  }

  /// A date: in the file `date`.
  public init(_ property: ReferenceWritableKeyPath<Object, Date>) {
    self.init { name, type in type == "date" ? Attribute(name, property, as: .seconds) : nil }
  }

  /// A date or nil: in the file `date`.
  public init(_ property: ReferenceWritableKeyPath<Object, Date?>) {
    self.init { name, type in type == "date" ? Attribute(name, property, as: .seconds) : nil }
  }

  /// A `Codable` value: in the file `plist` for a property list, `json` or `archive` for JSON.
  public init<T: Codable & Sendable>(coded property: ReferenceWritableKeyPath<Object, T>) {
    self.init { name, type in
      switch type {
      case "plist": Attribute(name, property, as: .propertyList)
      case "json", "archive": Attribute(name, property, as: .json)
      default: nil
      }
    }
  }

  /// A relationship.
  public init<Child: DataObject>(_ property: ReferenceWritableKeyPath<Object, [Child]>) {
    self.init(relationship: { name, file in
      guard file.childClass == "\(Child.self)" else { return nil }
      return Related(
        name, property, through: TableName(name: file.table), parent: file.parentID, child: file.childID,
        order: file.indexKey)
    })
  }
}
