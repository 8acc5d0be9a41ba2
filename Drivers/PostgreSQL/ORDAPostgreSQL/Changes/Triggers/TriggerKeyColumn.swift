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

  /// Nil for a column whose values are not noted exactly.
  init?(_ column: ColumnDescription) {
    name = column.name
    switch column.declaredType.lowercased().prefix(while: { $0 != "(" }) {
    case "smallint", "integer", "bigint": kind = .number
    case "text", "character varying": kind = .text
    case "uuid": kind = .uuid
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
