internal import Foundation

/// Makes subtrees from property lists.
struct PropertyListReader {
  /// How many values were read.
  private(set) var values = 0

  /// The table of a dictionary.
  mutating func table(_ dictionary: [String: Any]) -> Subtree {
    let table = Subtree(.table)
    for (key, value) in dictionary.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }).reversed() {
      let name = NodeName(key)
      guard name.isLegal, let child = subtree(value) else { continue }
      _ = table.add(child, name)
    }
    return table
  }

  private mutating func list(_ elements: [Any]) -> Subtree {
    let table = Subtree(.table)
    for (index, element) in elements.enumerated() {
      // An element of a type that an ODB does not have keeps its number.
      _ = table.add(subtree(element) ?? Subtree(.value(Subtree.missing)), NodeName("\(index + 1)"))
    }
    return table
  }

  /// Nil for types that an ODB does not have.
  private mutating func subtree(_ any: Any) -> Subtree? {
    if let dictionary = any as? [String: Any] { return table(dictionary) }
    if let elements = any as? [Any] { return list(elements) }
    guard let value = Self.value(any) else { return nil }
    values += 1
    return Subtree(.value(value))
  }

  /// A number is what it was made from, on every system: on some, `as? Bool` takes an NSNumber 1 for true.
  private static func value(_ any: Any) -> ODBValue? {
    switch any {
    case let text as String: return text.odbValue
    case let date as Date: return date.odbValue
    case let data as Data: return data.odbValue
    case let url as URL: return url.absoluteString.odbValue
    case let number as NSNumber: return value(of: number)
    case let number as any BinaryInteger: return Int64(exactly: number).map { ODBValue(.integer($0)) }
    default: return ODBValue(rawValue: any)
    }
  }

  private static func value(of number: NSNumber) -> ODBValue? {
    switch String(cString: number.objCType) {
    case "c" where isBoolean(number), "B": number.boolValue.odbValue
    case "f", "d": number.doubleValue.odbValue
    case "Q" where number.uint64Value > UInt64(Int64.max): nil
    default: ODBValue(.integer(number.int64Value))
    }
  }

  private static func isBoolean(_ number: NSNumber) -> Bool {
    #if canImport(Darwin)
      CFGetTypeID(number) == CFBooleanGetTypeID()
    #else
      (number as Any) is Bool
    #endif
  }
}
