internal import Foundation
public import ORDA

/// One property of an entity, and the column that it is.
///
/// ```swift
/// Attribute("text", \.text)
/// Attribute("sortDate", \.sortDate, as: .seconds)
/// Attribute("location", \.location, as: .json)
/// ```
@MainActor
public struct Attribute<Object: DataObject> {
  let name: String
  let property: AnyKeyPath
  let type: ColumnType
  let isOptional: Bool
  /// True for dates that are seconds since the reference date.
  let isSeconds: Bool
  // These two take an object of any type, and are only called with the entity's. Functions of one type can be kept in an
  // array that generic code reads without looking up types.
  /// The property's value, as it is stored.
  let anyValue: @MainActor (AnyObject) throws(DatabaseError) -> Value
  /// Sets the property of an object that is being made from a row, to a value of that row.
  let fill: @MainActor (AnyObject, FetchedRow, Int) throws -> Void
  /// Sets the property to a value of a row, and returns false if it already has that value.
  let load: @MainActor (Object, FetchedRow, Int, _ onlyIfOther: Bool) throws -> Bool
  /// Sets the property to a value that was given by the column's name.
  let set: @MainActor (Object, Value) throws -> Void
  /// Returns what sets the property back to its present value.
  let capture: @MainActor (Object) -> @MainActor () -> Void
  /// A value of the property's type, as it is stored.
  let encode: @MainActor (Any) throws -> Value
  /// A value that was given by the column's name, as the column stores it.
  let checked: @MainActor (Value) throws(DatabaseError) -> Value

  /// A property of a type that columns can hold.
  ///
  /// A `Date` is stored as an instant, to the microsecond; `as: .seconds` keeps it exactly.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - property: The property.
  @inlinable
  public init<T: ColumnValue & ValueConvertible>(_ name: String, _ property: ReferenceWritableKeyPath<Object, T>) {
    self.init(name, property, as: .plain)
  }

  /// A property with its own way of storing values.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - property: The property.
  ///   - coding: How it is stored: `.seconds` for dates, `.json` or `.propertyList` for `Codable` values.
  @inlinable
  public init<T>(
    _ name: String, _ property: ReferenceWritableKeyPath<Object, T>, as coding: AttributeCoding<T>
  ) {
    // Inlined into the model's module, so that the work for each object and column is compiled for its type.
    let access = PropertyAccess(property)
    self.init(
      name, access, coding,
      value: { (object) throws(DatabaseError) in try coding.encode(access.value(ofAny: object)) },
      fill: { object, row, place in access.fill(any: object, with: try coding.decode(row, place)) })
  }

  @usableFromInline
  init<T>(
    _ name: String, _ access: PropertyAccess<Object, T>, _ coding: AttributeCoding<T>,
    value: @escaping @MainActor (AnyObject) throws(DatabaseError) -> Value,
    fill: @escaping @MainActor (AnyObject, FetchedRow, Int) throws -> Void
  ) {
    let property = access.property
    self.name = name
    self.property = property
    anyValue = value
    self.fill = fill
    type = coding.type
    isOptional = coding.isOptional
    isSeconds = coding.type == .double && (T.self == Date.self || T.self == Date?.self)
    load = { object, row, place, onlyIfOther in
      let new = try coding.decode(row, place)
      if onlyIfOther, let stored = try? coding.encode(new), let has = try? value(object), Value.areSame(stored, has) {
        return false
      }
      object[keyPath: property] = new
      return true
    }
    capture = { object in
      let value = object[keyPath: property]
      return { if !object.isDeleted { object[keyPath: property] = value } }
    }
    encode = { value in
      guard let value = value as? T else {
        throw DatabaseError(.typeMismatch, "\(Swift.type(of: value)) is no \(T.self)", column: name)
      }
      return try coding.encode(value)
    }
    set = { object, value in object[keyPath: property] = try coding.convert(value) }
    checked = { (value) throws(DatabaseError) in try coding.encode(try coding.convert(value)) }
  }

  /// The property's value, as it is stored.
  func value(_ object: Object) throws(DatabaseError) -> Value { try anyValue(object) }
}
