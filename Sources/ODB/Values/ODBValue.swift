public import Foundation

/// A value of an ODB: a boolean, an integer, a double, a date, a string or data, and what the application takes it for.
///
/// It has no connection to the database: make it, keep it and pass it on anywhere.
public struct ODBValue: Sendable, Hashable {
  /// What a value holds, by its type.
  public enum Content: Sendable {
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A floating-point number.
    case double(Double)
    /// A moment.
    case date(Date)
    /// A text.
    case string(String)
    /// Bytes.
    case data(Data)
  }

  /// What it holds.
  public let content: Content
  /// What the application takes it for, such as `"OPML"`; nil if it is no more than its content.
  public let applicationType: String?

  /// A value of some content.
  public init(_ content: Content, applicationType: String? = nil) {
    self.content = content
    self.applicationType = applicationType
  }

  /// A value of a Swift type, which determines its primitive type.
  public init(_ value: some ODBPrimitive, applicationType: String? = nil) {
    self.init(value.odbValue.content, applicationType: applicationType)
  }

  /// A value whose type is named.
  ///
  /// - Precondition: `value` is of the type that `primitiveType` names; if you are not sure, use
  ///   ``init(rawValue:primitiveType:applicationType:)``, which returns nil.
  public init(value: some ODBPrimitive, primitiveType: ODBPrimitiveType, applicationType: String? = nil) {
    let content = value.odbValue.content
    precondition(
      content.primitiveType == primitiveType,
      "an ODBValue was said to be of type \(primitiveType), and \(type(of: value)) is of type \(content.primitiveType)")
    self.init(content, applicationType: applicationType)
  }

  /// A value whose type is named; nil if the value is not of that type.
  public init?(rawValue: Any, primitiveType: ODBPrimitiveType, applicationType: String? = nil) {
    guard let content = (rawValue as? any ODBPrimitive)?.odbValue.content, content.primitiveType == primitiveType else {
      return nil
    }
    self.init(content, applicationType: applicationType)
  }

  /// A value made from anything that can be one; nil for everything else.
  public init?(rawValue: Any) {
    guard let content = (rawValue as? any ODBPrimitive)?.odbValue.content else { return nil }
    self.init(content)
  }

  /// The type of its content.
  public var primitiveType: ODBPrimitiveType { content.primitiveType }

  /// Its content, as a Swift type.
  public var rawValue: any ODBPrimitive {
    switch content {
    case .boolean(let content): content
    case .integer(let content): Int(clamping: content)
    case .double(let content): content
    case .date(let content): content
    case .string(let content): content
    case .data(let content): content
    }
  }

  /// Its content if it is of that type; nil otherwise. Nothing is converted.
  public func `as`<T: ODBPrimitive>(_ type: T.Type = T.self) -> T? { T(self) }

  /// The content of a boolean; nil otherwise.
  public var bool: Bool? { Bool(self) }
  /// The content of an integer; nil otherwise.
  public var int: Int? { Int(self) }
  /// The content of a double; nil otherwise.
  public var double: Double? { Double(self) }
  /// The content of a date; nil otherwise.
  public var date: Date? { Date(self) }
  /// The content of a string; nil otherwise.
  public var string: String? { String(self) }
  /// The content of data; nil otherwise.
  public var data: Data? { Data(self) }
}

extension ODBValue.Content {
  /// The type of the content.
  public var primitiveType: ODBPrimitiveType {
    switch self {
    case .boolean: .boolean
    case .integer: .integer
    case .double: .double
    case .date: .date
    case .string: .string
    case .data: .data
    }
  }
}
