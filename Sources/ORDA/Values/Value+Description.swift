#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Value: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value in a form for people: `NULL`, `12`, `Jazz`, `2026-01-31`, `192.168.0.0/24`, `x'0a1b…' (300 bytes)`.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .int(let number): number.description
    case .uint(let number): number.description
    case .double(let number): number.description
    case .decimal(let number): number.description
    case .text(let text), .json(let text): text
    case .bytes(let bytes): Self.hex(bytes)
    case .date(let date): date.description
    case .time(let time): time.description
    case .timestamp(let timestamp): timestamp.description
    case .instant(let instant): instant.description
    case .uuid(let uuid): uuid.uuidString
    case .other(let type, let bytes): otherText ?? "\(type) \(Self.hex(bytes))"
    }
  }

  /// The same with the type if it does not show, texts quoted and shortened: `'Jazz'`, `decimal 12.30`.
  public var debugDescription: String {
    switch self {
    case .null, .int, .uint, .double, .bytes: description
    case .other: otherText.map { "\(typeName) \(Self.quoted($0))" } ?? description
    case .text(let text): Self.quoted(text)
    case .json(let text): "json \(Self.quoted(text))"
    case .decimal, .date, .time, .timestamp, .instant, .uuid: "\(typeName) \(description)"
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let shown = 16
    let digits = Array("0123456789abcdef".utf8)
    let text = String(
      decoding: bytes.prefix(shown).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    return bytes.count > shown ? "x'\(text)…' (\(bytes.count) bytes)" : "x'\(text)'"
  }

  private static func quoted(_ text: String) -> String {
    let shown = text.prefix(60)
    let quoted = shown.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    return shown.endIndex < text.endIndex ? "'\(quoted)…' (\(text.utf8.count) bytes)" : "'\(quoted)'"
  }
}
