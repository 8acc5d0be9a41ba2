#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The only way in which nested values become JSON and are read again.
enum JSONText {
  static func encode(_ content: some Encodable) throws(DatabaseError) -> String {
    do {
      return String(decoding: try encoder().encode(content), as: UTF8.self)
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw DatabaseError(.typeMismatch, "a \(type(of: content)) can't be written as JSON: \(reason(error))")
    }
  }

  static func decode<T: Decodable>(_ type: T.Type, from json: Data) throws(DatabaseError) -> T {
    do {
      return try decoder().decode(type, from: json)
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw DatabaseError(.typeMismatch, "the JSON can't be read as \(type): \(reason(error))")
    }
  }

  /// Where in the JSON it failed and how, but no value: a coder's own description may show some.
  static func reason(_ error: any Error) -> String {
    let context: (String, DecodingError.Context)
    switch error {
    case DecodingError.keyNotFound(let key, let at): context = ("no key \(key.stringValue)", at)
    case DecodingError.typeMismatch(let type, let at): context = ("no \(type)", at)
    case DecodingError.valueNotFound(let type, let at): context = ("null where a \(type) should be", at)
    case DecodingError.dataCorrupted(let at): context = ("malformed", at)
    case EncodingError.invalidValue(let value, _): return "a \(type(of: value)) has no such form"
    default: return "\(type(of: error))"
    }
    let path = context.1.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return path.isEmpty ? context.0 : "\(context.0) at \(path)"
  }

  /// A coder is made for each use: it costs little compared with its work, and shares nothing.
  private static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      guard let instant = Instant(date) else {
        throw DatabaseError(.outOfRange, "a Date outside the years -9999 to 9999 can't be stored")
      }
      try instant.encode(to: encoder)
    }
    return encoder
  }

  private static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    // In an array of PostgreSQL's.
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let instant =
        if let text = try? container.decode(String.self) {
          Instant(text)
        } else {
          Instant(secondsSince1970: try container.decode(Double.self))
        }
      guard let instant else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "The value is no date.")
      }
      return instant.date
    }
    return decoder
  }
}
