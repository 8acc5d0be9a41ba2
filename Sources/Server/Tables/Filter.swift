import ORDA

/// A condition on a column.
struct Filter: Sendable, Hashable {
  enum Comparison: String, Sendable, CaseIterable {
    case equal = "eq"
    case different = "ne"
    case less = "lt"
    case atMost = "le"
    case greater = "gt"
    case atLeast = "ge"
    case contains
    case begins
    case isNull = "null"
    case isNotNull = "notnull"

    /// As people read it.
    var label: String {
      switch self {
      case .equal: "="
      case .different: "≠"
      case .less: "<"
      case .atMost: "≤"
      case .greater: ">"
      case .atLeast: "≥"
      case .contains: "contains"
      case .begins: "begins with"
      case .isNull: "is NULL"
      case .isNotNull: "is not NULL"
      }
    }

    /// As SQL writes it, where it takes one value.
    var sign: StaticString? {
      switch self {
      case .equal: " = "
      case .different: " <> "
      case .less: " < "
      case .atMost: " <= "
      case .greater: " > "
      case .atLeast: " >= "
      case .contains, .begins, .isNull, .isNotNull: nil
      }
    }

    var takesValue: Bool { self != .isNull && self != .isNotNull }

    /// What suits a column.
    static func suiting(_ kind: ColumnKind) -> [Comparison] {
      switch kind {
      case .number, .moment: [.equal, .different, .less, .atMost, .greater, .atLeast, .isNull, .isNotNull]
      case .truth: [.equal, .different, .isNull, .isNotNull]
      case .bytes: [.equal, .different, .isNull, .isNotNull]
      case .json: [.contains, .isNull, .isNotNull]
      case .text, .other: Array(allCases)
      }
    }
  }

  var column: String
  var comparison: Comparison
  var value: String
}
