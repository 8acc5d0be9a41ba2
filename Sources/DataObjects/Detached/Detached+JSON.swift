public import Foundation
internal import ORDA

/// Copies as JSON: dates as ISO 8601, bytes as base64, JSON as it is.
extension Detached: Encodable {
  /// Writes the key and the attributes, by the columns' names.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ColumnKey.self)
    try encode(try uniqueID.value(), layout.key, into: &container)
    for (column, value) in values { try encode(value, column, into: &container) }
  }

  private func encode(_ value: Value, _ column: String, into container: inout KeyedEncodingContainer<ColumnKey>) throws
  {
    let key = ColumnKey(column)
    if let date = layout.date(of: value, column) {
      return try container.encode(date.formatted(DetachedDate.style), forKey: key)
    }
    switch (layout.columns[column], value) {
    case (_, .null): try container.encodeNil(forKey: key)
    case (.boolean, .int(let number)): try container.encode(number != 0, forKey: key)
    case (.json, .text(let text)), (_, .json(let text)):
      try container.encode(try JSONDecoder().decode(JSONContent.self, from: Data(text.utf8)), forKey: key)
    case (_, .int(let number)): try container.encode(number, forKey: key)
    case (_, .double(let number)): try container.encode(number, forKey: key)
    case (_, .bytes(let bytes)): try container.encode(Data(bytes).base64EncodedString(), forKey: key)
    default: try container.encode(try String(value: value), forKey: key)
    }
  }
}

extension DetachedLayout {
  /// A copy as JSON.
  ///
  /// - Throws: `EncodingError`.
  public func json(of copies: [Detached<Object>]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(copies)
  }

  /// Copies from JSON: an array of objects. Members without an attribute are left out.
  ///
  /// - Throws: `DecodingError`.
  public func copies(json: Data) throws -> [Detached<Object>] {
    try JSONDecoder().decode([[String: JSONContent]].self, from: json).map { object in
      guard let id = try object[key].map({ try Object.UniqueID(value: $0.value(.plain)) }) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: [], debugDescription: "an object has no \(key)"))
      }
      var values: [String: Value] = [:]
      for (column, kind) in columns { values[column] = try object[column]?.value(kind) }
      return Detached(id, self, values)
    }
  }
}

/// A column's name as a key of JSON.
private struct ColumnKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private enum DetachedDate {
  static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  static func date(_ text: String) throws -> Date {
    if let date = try? Date(text, strategy: style) { return date }
    return try Date(text, strategy: Date.ISO8601FormatStyle())
  }
}

/// Any JSON.
private enum JSONContent: Codable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case text(String)
  case array([JSONContent])
  case object([String: JSONContent])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONContent].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONContent].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// As a column of a kind holds it.
  func value(_ kind: DetachedKind) throws -> Value {
    switch (self, kind) {
    case (.null, _): return .null
    case (.text(let text), .seconds): return .double(try DetachedDate.date(text).timeIntervalSinceReferenceDate)
    case (.text(let text), .moment): return try DetachedDate.date(text).value()
    case (.text(let text), .bytes):
      guard let data = Data(base64Encoded: text) else {
        throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "bytes are base64"))
      }
      return .bytes([UInt8](data))
    case (_, .json):
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return .json(String(decoding: try encoder.encode(self), as: UTF8.self))
    case (.bool(let value), _): return .int(value ? 1 : 0)
    case (.int(let value), _): return .int(value)
    case (.double(let value), _): return .double(value)
    case (.text(let value), _): return .text(value)
    case (.array, _), (.object, _):
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "an array or object is no value of this column"))
    }
  }
}
