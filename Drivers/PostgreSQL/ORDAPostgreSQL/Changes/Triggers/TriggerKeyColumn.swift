#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import ORDA

/// A column of a key that triggers note.
struct TriggerKeyColumn: Equatable {
  enum Kind { case number, text, uuid }

  let name: String
  let kind: Kind
  /// The server's number of its type.
  let type: UInt32

  /// The types whose values are noted.
  static let types = [
    ServerType.int2, ServerType.int4, ServerType.int8, ServerType.text, ServerType.varchar, ServerType.uuid,
  ]

  /// Nil for a column whose values are not noted exactly.
  init?(_ column: ColumnDescription) {
    name = column.name
    switch column.declaredType.lowercased().prefix(while: { $0 != "(" }) {
    case "smallint": (kind, type) = (.number, ServerType.int2)
    case "integer": (kind, type) = (.number, ServerType.int4)
    case "bigint": (kind, type) = (.number, ServerType.int8)
    case "text": (kind, type) = (.text, ServerType.text)
    case "character varying": (kind, type) = (.text, ServerType.varchar)
    case "uuid": (kind, type) = (.uuid, ServerType.uuid)
    default: return nil
    }
  }

  /// The value of a noted text; nil if it is not one.
  func value(of text: String) -> Value? {
    switch kind {
    case .number: Int64(text).map { .int($0) }
    case .text: .text(text)
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    }
  }
}
