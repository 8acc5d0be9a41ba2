internal import Foundation

extension ODBValue.Content: Hashable {
  /// True if both are of one type and the same to the bit: NaN equals itself, -0.0 is not 0.0, and strings are compared
  /// byte by byte. Whatever differs here is worth writing.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.boolean(let first), .boolean(let second)): first == second
    case (.integer(let first), .integer(let second)): first == second
    case (.double(let first), .double(let second)): first.bitPattern == second.bitPattern
    case (.date(let first), .date(let second)):
      first.timeIntervalSinceReferenceDate.bitPattern == second.timeIntervalSinceReferenceDate.bitPattern
    case (.string(let first), .string(let second)): first.utf8.elementsEqual(second.utf8)
    case (.data(let first), .data(let second)): first == second
    default: false
    }
  }

  /// Equal contents hash equally.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(primitiveType)
    switch self {
    case .boolean(let content): hasher.combine(content)
    case .integer(let content): hasher.combine(content)
    case .double(let content): hasher.combine(content.bitPattern)
    case .date(let content): hasher.combine(content.timeIntervalSinceReferenceDate.bitPattern)
    case .string(let content): hasher.combine(content)
    case .data(let content): hasher.combine(content)
    }
  }
}
