package import ORDA

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Database values as JSON. What JSON has no form for is an object with one member, whose name is a tag.
extension Value {
  /// The value that JSON represents.
  ///
  /// true and false are 1 and 0, since databases have no truth values of their own. A number with a fraction or an
  /// exponent is a double, every other one an integer.
  ///
  /// - Throws: An error of kind `typeMismatch` for arrays, for objects that are not tags, and for tags with invalid
  ///   contents; of kind `outOfRange` for numbers that fit neither 64 bits nor a double.
  package init(json: JSONValue) throws(DatabaseError) {
    switch json {
    case .null: self = .null
    case .bool(let truth): self = .int(truth ? 1 : 0)
    case .int(let number): self = .int(number)
    case .number(let digits): self = try Self.number(digits)
    case .string(let text): self = .text(text)
    case .array:
      throw DatabaseError(.typeMismatch, "an array is no value; write {\"$json\": \"…\"} for JSON as such")
    case .object(let members):
      guard members.count == 1, let member = members.first, member.name.utf8.first == 0x24 else {
        throw DatabaseError(
          .typeMismatch,
          "an object is a value only with one member that is a tag, such as {\"$decimal\": \"12.30\"}; write "
            + "{\"$json\": \"…\"} for JSON as such")
      }
      self = try Self.tagged(member.name, member.value)
    }
  }

  private static func number(_ digits: String) throws(DatabaseError) -> Value {
    if digits.utf8.allSatisfy({ $0 == 0x2D || $0 &- 0x30 <= 9 }) {
      if let number = UInt64(digits) { return .uint(number) }
      throw DatabaseError(
        .outOfRange, "an integer of more than 64 bits; write {\"$decimal\": \"…\"} for all its digits")
    }
    guard let number = Double(digits), number.isFinite else {
      throw DatabaseError(.outOfRange, "a number too large for a double; write {\"$decimal\": \"…\"} for an exact one")
    }
    return .double(number)
  }

  private static func tagged(_ tag: String, _ content: JSONValue) throws(DatabaseError) -> Value {
    if tag == "$other" { return try other(content) }
    guard let read = readers[tag] else {
      let tags = (readers.keys.sorted() + ["$other"]).joined(separator: ", ")
      throw DatabaseError(.typeMismatch, "there is no tag \(tag); there are \(tags)")
    }
    guard case .string(let text) = content else {
      throw DatabaseError(.typeMismatch, "\(tag) takes a text, not \(content.typeName)")
    }
    guard let value = read(text) else {
      throw DatabaseError(.typeMismatch, "what \(tag) holds can't be read as one")
    }
    return value
  }

  /// True for a name that makes an object with only this member represent a value.
  package static func isTag(_ name: String) -> Bool { name == "$other" || readers[name] != nil }

  private static let readers: [String: @Sendable (String) -> Value?] = [
    "$decimal": { ExactDecimal($0).map { .decimal($0) } },
    "$bytes": { Base64.bytes($0).map { .bytes($0) } },
    "$date": { CivilDate($0).map { .date($0) } },
    "$time": { CivilTime($0).map { .time($0) } },
    "$timestamp": { CivilTimestamp($0).map { .timestamp($0) } },
    "$instant": { Instant($0).map { .instant($0) } },
    "$uuid": { UUID(uuidString: $0).map { .uuid($0) } },
    "$double": { double($0).map { .double($0) } },
    "$json": { .json($0) },
  ]

  /// Also finite numbers, for writers of JSON that omit the fraction of 1.0.
  private static func double(_ text: String) -> Double? {
    switch text {
    case "inf": .infinity
    case "-inf": -.infinity
    case "nan": .nan
    default:
      // Swift reads more than JSON has, such as hexadecimal digits and other spellings of infinity.
      switch try? JSONReader.read(text) {
      case .int, .number: Double(text).flatMap { $0.isFinite ? $0 : nil }
      default: nil
      }
    }
  }

  /// `{"type": "point", "text": "(1,2)"}`, or `{"type": "text", "bytes": "base64"}`
  private static func other(_ content: JSONValue) throws(DatabaseError) -> Value {
    var type: String?
    var bytes: [UInt8]?
    if case .object(let members) = content, members.count == 2 {
      for member in members {
        guard case .string(let text) = member.value else { continue }
        switch member.name {
        case "type": type = text
        case "text": bytes = Array(text.utf8)
        case "bytes": bytes = Base64.bytes(text)
        default: break
        }
      }
    }
    guard let type, let bytes else {
      throw DatabaseError(
        .typeMismatch, "$other takes {\"type\": \"…\", \"text\": \"…\"}, or \"bytes\": \"base64\" in place of the text")
    }
    return .other(type: type, bytes: bytes)
  }
}
