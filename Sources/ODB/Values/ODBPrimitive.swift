public import Foundation

/// The Swift types that a value of an ODB can hold: `Bool`, `Int`, `Double`, `Date`, `String` and `Data`.
///
/// This protocol is sealed: no other type implements it.
public protocol ODBPrimitive: Sendable {
  /// The value, as an ODB stores it.
  var odbValue: ODBValue { get }
  /// The value's content if it is of this type; nil otherwise. Nothing is converted.
  init?(_ value: ODBValue)
}

extension Bool: ODBPrimitive {
  /// A boolean without an application type.
  public var odbValue: ODBValue { ODBValue(.boolean(self)) }
  /// The content of a boolean.
  public init?(_ value: ODBValue) {
    guard case .boolean(let content) = value.content else { return nil }
    self = content
  }
}

extension Int: ODBPrimitive {
  /// An integer without an application type.
  public var odbValue: ODBValue { ODBValue(.integer(Int64(self))) }
  /// The content of an integer.
  public init?(_ value: ODBValue) {
    guard case .integer(let content) = value.content, let number = Int(exactly: content) else { return nil }
    self = number
  }
}

extension Double: ODBPrimitive {
  /// A double without an application type.
  public var odbValue: ODBValue { ODBValue(.double(self)) }
  /// The content of a double.
  public init?(_ value: ODBValue) {
    guard case .double(let content) = value.content else { return nil }
    self = content
  }
}

extension Date: ODBPrimitive {
  /// A date without an application type.
  public var odbValue: ODBValue { ODBValue(.date(self)) }
  /// The content of a date.
  public init?(_ value: ODBValue) {
    guard case .date(let content) = value.content else { return nil }
    self = content
  }
}

extension String: ODBPrimitive {
  /// A string without an application type.
  public var odbValue: ODBValue { ODBValue(.string(self)) }
  /// The content of a string.
  public init?(_ value: ODBValue) {
    guard case .string(let content) = value.content else { return nil }
    self = content
  }
}

extension Data: ODBPrimitive {
  /// Data without an application type.
  public var odbValue: ODBValue { ODBValue(.data(self)) }
  /// The content of data.
  public init?(_ value: ODBValue) {
    guard case .data(let content) = value.content else { return nil }
    self = content
  }
}
