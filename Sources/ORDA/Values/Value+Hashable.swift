extension Value: Hashable {
  /// True for values of the same type that are equal.
  ///
  /// NaN equals itself, whatever its bits, and 0.0 equals -0.0, so that values can be keys. Decimals are compared as
  /// numbers (12.3 is 12.30), texts as Swift compares Strings, JSON by its text. An integer never equals a double.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.int(let first), .int(let second)): first == second
    case (.uint(let first), .uint(let second)): first == second
    // A `.uint` that should have been an `.int`.
    case (.int(let first), .uint(let second)), (.uint(let second), .int(let first)): first == second
    case (.double(let first), .double(let second)): first == second || (first.isNaN && second.isNaN)
    case (.decimal(let first), .decimal(let second)): first == second
    // As databases compare them without a collation: texts that only show the same characters are two values.
    case (.text(let first), .text(let second)): first.hasSameBytes(as: second)
    case (.bytes(let first), .bytes(let second)): first == second
    case (.date(let first), .date(let second)): first == second
    case (.time(let first), .time(let second)): first == second
    case (.timestamp(let first), .timestamp(let second)): first == second
    case (.instant(let first), .instant(let second)): first == second
    case (.uuid(let first), .uuid(let second)): first == second
    case (.json(let first), .json(let second)): first == second
    case (.other(let firstType, let first), .other(let secondType, let second)):
      firstType == secondType && first == second
    default: false
    }
  }

  /// Equal values hash equally.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .int(let number): hasher.combine(number)
    // Integers of any width hash by their value only with their type, so a small one is hashed as what it should be.
    case .uint(let number):
      if let signed = Int64(exactly: number) { hasher.combine(signed) } else { hasher.combine(number) }
    case .double(let number): hasher.combine(number.isNaN ? .nan : number)
    case .decimal(let number): hasher.combine(number)
    case .text(let text): hasher.combine(text)
    case .bytes(let bytes): hasher.combine(bytes)
    case .date(let date): hasher.combine(date)
    case .time(let time): hasher.combine(time)
    case .timestamp(let timestamp): hasher.combine(timestamp)
    case .instant(let instant): hasher.combine(instant)
    case .uuid(let uuid): hasher.combine(uuid)
    case .json(let text): hasher.combine(text)
    case .other(let type, let bytes):
      hasher.combine(type)
      hasher.combine(bytes)
    }
  }
}
