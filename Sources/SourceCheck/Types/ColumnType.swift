/// The type that ORDA reads one column as, of those that it knows.
enum ColumnType: Sendable, Hashable {
  case bool, integer, floating, decimal, text, bytes, date, time, timestamp, instant, uuid, url, json, anything

  /// The type with that name; nil for one that ORDA does not know.
  init?(name: String) {
    let name = name.hasPrefix("ORDA.") ? String(name.dropFirst(5)) : name
    guard let type = Self.byName[name] else { return nil }
    self = type
  }

  /// The type, whether it takes NULL or not.
  init?(_ type: ReadType) {
    switch type.wrapped {
    case .named(let name): self.init(name: name)
    case .array(.named("UInt8")): self = .bytes
    default: return nil
    }
  }

  private static let byName: [String: ColumnType] = [
    "Bool": .bool, "Double": .floating, "Float": .floating, "ExactDecimal": .decimal, "Decimal": .decimal,
    "String": .text, "Substring": .text, "Data": .bytes, "CivilDate": .date, "CivilTime": .time,
    "CivilTimestamp": .timestamp, "Instant": .instant, "Date": .instant, "UUID": .uuid, "URL": .url, "JSON": .json,
    "Value": .anything, "Int": .integer, "Int8": .integer, "Int16": .integer, "Int32": .integer, "Int64": .integer,
    "Int128": .integer, "UInt": .integer, "UInt8": .integer, "UInt16": .integer, "UInt32": .integer,
    "UInt64": .integer, "UInt128": .integer,
  ]
}
