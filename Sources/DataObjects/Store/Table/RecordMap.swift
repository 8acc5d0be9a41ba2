/// Records by the keys of their objects.
///
/// Whole numbers, the most common keys, have a dictionary of their own: generic code hashes a key of any type ten times as
/// slowly, and every row that is fetched is looked for here.
@MainActor
struct RecordMap<ID: DataObjectID> {
  private var numbered: [Int64: DataRecord] = [:]
  private var others: [ObjectKey<ID>: DataRecord] = [:]

  var count: Int { numbered.count + others.count }

  var records: [DataRecord] { Array(numbered.values) + Array(others.values) }

  subscript(key: ObjectKey<ID>) -> DataRecord? {
    get {
      if let number = Self.number(key) { return numbered[number] }
      return others[key]
    }
    set {
      if let number = Self.number(key) { numbered[number] = newValue } else { others[key] = newValue }
    }
  }

  /// Removes the records of objects that are gone.
  ///
  /// - Returns: False if all objects are still there.
  mutating func sweep() -> Bool {
    let before = count
    // Most sweeps find nothing: the dictionaries are left as they are then.
    for (number, record) in numbered where record.object == nil { numbered[number] = nil }
    for (key, record) in others where record.object == nil { others[key] = nil }
    return count < before
  }

  mutating func removeAll() {
    numbered = [:]
    others = [:]
  }

  private static func number(_ key: ObjectKey<ID>) -> Int64? {
    // A cast would be looked up at run time; where the types are the same there is nothing to look up.
    ID.self == Int64.self ? unsafeBitCast(key.id, to: Int64.self) : nil
  }
}
