internal import ORDA

extension Value {
  /// True if both are the same to a database: to Swift strings are equal even if their bytes differ, such as `é` in its
  /// two forms.
  static func areSame(_ one: Value?, _ other: Value?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return RowKey([one]) == RowKey([other])
  }

  /// True if all of them are the same, in order.
  static func areSame(_ ones: [Value]?, _ others: [Value]?) -> Bool {
    guard let ones, let others else { return ones == nil && others == nil }
    return ones.elementsEqual(others, by: { areSame($0, $1) })
  }
}
