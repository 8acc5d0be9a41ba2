internal import Foundation

extension ODBValue {
  /// The application type of JSON values.
  public static let jsonType = "JSON"

  /// A value made from anything Codable: a Bool, a number, a Date, a String, Data, a UUID, a URL or a Decimal as
  /// itself, and everything else as its JSON: a string of the application type ``jsonType``.
  ///
  /// - Throws: `EncodingError`.
  public init(encoding value: some Encodable) throws {
    if let known = try ODBEncoder.value(of: value, []) {
      self = known
      return
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    self.init(.string(text), applicationType: ODBValue.jsonType)
  }

  /// The value that ``init(encoding:)`` was given.
  ///
  /// - Throws: `DecodingError` if this value is something else.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    try ODBDecoder(Node(id: 0, parent: 0, name: .root, content: .value(self)), nil, []).decode(type)
  }

  var isJSON: Bool { if case .string = content { applicationType == ODBValue.jsonType } else { false } }

  /// Decodes the JSON.
  func decodeJSON<T: Decodable>(_ type: T.Type, _ path: [any CodingKey]) throws -> T {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return try decoder.decode(type, from: Data((string ?? "").utf8))
    } catch let error as DecodingError { throw error.below(path) }
  }
}

extension DecodingError {
  /// The same error, for a decoder that is itself at a path.
  func below(_ path: [any CodingKey]) -> DecodingError {
    func moved(_ context: Context) -> Context {
      Context(
        codingPath: path + context.codingPath, debugDescription: context.debugDescription,
        underlyingError: context.underlyingError)
    }
    switch self {
    case .typeMismatch(let type, let context): return .typeMismatch(type, moved(context))
    case .valueNotFound(let type, let context): return .valueNotFound(type, moved(context))
    case .keyNotFound(let key, let context): return .keyNotFound(key, moved(context))
    case .dataCorrupted(let context): return .dataCorrupted(moved(context))
    @unknown default: return self
    }
  }
}
