#if Shelf
  import ORDAImport

  extension JSONValue {
    /// How two values compare.
    enum Order { case before, equal, after }

    /// The order of two numbers, two strings or two Booleans; nil for everything else, which has none.
    func order(_ other: JSONValue) -> Order? {
      switch (self, other) {
      case (.bool(let left), .bool(let right)): Self.order(left ? 1 : 0, right ? 1 : 0)
      case (.string(let left), .string(let right)): Self.order(left, right)
      case (.int(let left), .int(let right)): Self.order(left, right)
      default: numberOrder(other)
      }
    }

    /// True for equal values, however numbers are written, and in whatever order objects have their members.
    func isSame(as other: JSONValue) -> Bool {
      switch (self, other) {
      case (.null, .null): true
      case (.array(let left), .array(let right)):
        left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
      case (.object(let left), .object(let right)):
        left.count == right.count
          && left.allSatisfy { member in
            right.first { $0.name == member.name }.map { member.value.isSame(as: $0.value) } ?? false
          }
      default: order(other) == .equal
      }
    }

    private func numberOrder(_ other: JSONValue) -> Order? {
      guard let left = number, let right = other.number else { return nil }
      // A Double has no room for all of these digits.
      if let left = UInt64(digits), let right = UInt64(other.digits) { return Self.order(left, right) }
      return Self.order(left, right)
    }

    private var number: Double? {
      switch self {
      case .int(let number): Double(number)
      case .number(let digits): Double(digits)
      default: nil
      }
    }

    private var digits: String {
      switch self {
      case .int(let number): String(number)
      case .number(let digits): digits
      default: ""
      }
    }

    private static func order<T: Comparable>(_ left: T, _ right: T) -> Order {
      left < right ? .before : left == right ? .equal : .after
    }

    /// By kind first, then by the order within it: for sorting, where everything needs a place; what has no order is
    /// equal.
    func isBefore(_ other: JSONValue) -> Bool {
      let (left, right) = (kindOrder, other.kindOrder)
      return left == right ? order(other) == .before : left < right
    }

    private var kindOrder: Int {
      switch self {
      case .null: 0
      case .bool: 1
      case .int, .number: 2
      case .string: 3
      case .array: 4
      case .object: 5
      }
    }
  }
#endif
