/// A property that is stored in an ODB.
///
/// ```swift
/// @ODBStored("user.name", in: odb) var name = ""
/// ```
///
/// Reading returns the value at the path; if there is none, or one of another type, it returns the property's initial
/// value. Each read and write is a perform, or part of the thread's perform; reading cached values costs no statement.
/// Writing makes missing tables. ``ODB/error`` has what goes wrong.
@propertyWrapper
public struct ODBStored<Value>: Sendable where Value: Sendable {
  private let odb: ODB
  private let text: String
  private let initial: Value
  private let decode: @Sendable (ODBValue) -> Value?
  private let encode: @Sendable (Value) -> ODBValue?

  /// A property of a Swift type.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value if there is nothing at the path.
  ///   - path: A path, as ``ODBPath/init(text:odb:)`` reads it.
  ///   - odb: Where it is stored.
  public init(wrappedValue: Value, _ path: String, in odb: ODB) where Value: ODBPrimitive {
    (self.odb, text, initial) = (odb, path, wrappedValue)
    decode = { Value($0) }
    encode = { $0.odbValue }
  }

  /// A property that may be nil: then there is nothing at the path.
  public init<T: ODBPrimitive>(wrappedValue: Value = nil, _ path: String, in odb: ODB) where Value == T? {
    (self.odb, text, initial) = (odb, path, wrappedValue)
    decode = { T($0) }
    encode = { $0?.odbValue }
  }

  /// A property of an enum, or another type with raw values, which are what is stored.
  public init(wrappedValue: Value, _ path: String, in odb: ODB)
  where Value: RawRepresentable, Value.RawValue: ODBPrimitive {
    (self.odb, text, initial) = (odb, path, wrappedValue)
    decode = { Value.RawValue($0).flatMap { Value(rawValue: $0) } }
    encode = { $0.rawValue.odbValue }
  }

  /// The value.
  public var wrappedValue: Value {
    get { odb.read(text).flatMap(decode) ?? initial }
    nonmutating set { odb.write(encode(newValue), text) }
  }
}
