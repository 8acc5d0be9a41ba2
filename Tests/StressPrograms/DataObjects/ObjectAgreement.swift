import DataObjects
import ORDA

/// Whether every live object is as its row, when nobody writes any more.
@MainActor
struct ObjectAgreement {
  private let url: String
  private let store: DataStore
  private let held: HeldObjects

  init(_ url: String, _ store: DataStore, _ held: HeldObjects) {
    (self.url, self.store, self.held) = (url, store, held)
  }

  /// What is wrong, and stays so: what others did last may still be on its way.
  func faults() async throws -> [String] {
    let governor = try await ORDA.open(url)
    var faults: [String] = []
    for attempt in 0..<100 {
      await store.flush()
      faults = try await disagreements(in: governor)
      if faults.isEmpty { break }
      if attempt < 99 { try await Task.sleep(for: .milliseconds(100)) }
    }
    try await governor.close()
    return faults
  }

  private func disagreements(in governor: any Governor) async throws -> [String] {
    let items = try await rows("SELECT uniqueID, name, number, weight FROM stress_items", in: governor)
    let parts = try await rows("SELECT uniqueID, number FROM stress_parts", in: governor)
    let gauges = try await rows("SELECT uniqueID, number, text FROM stress_gauges", in: governor)
    let first = try await children("stress_first", of: parts, in: governor)
    let second = try await children("stress_second", of: parts, in: governor)
    var faults: [String] = []
    for item in held.items.values {
      let id = "\(item.uniqueID)"
      let values = "\(item.uniqueID), \(item.name), \(item.number), \(item.weight.map { "\($0)" } ?? "NULL")"
      guard check(item, id, values, items, &faults) else { continue }
      for (name, known, stored) in [("first", item.first, first[id]), ("second", item.second, second[id])] {
        let known = known.filter { !$0.isDeleted }.map(\.uniqueID)
        if known != stored ?? [] { faults.append("item \(id) has \(known) as \(name), and there is \(stored ?? [])") }
      }
    }
    for line in held.lines.values {
      let values = items["\(line.uniqueID)"].map { _ in "\(line.uniqueID), \(line.name)" } ?? ""
      let rows = items.mapValues { $0.split(separator: ", ").prefix(2).joined(separator: ", ") }
      _ = check(line, "\(line.uniqueID)", values, rows, &faults)
    }
    for part in held.parts.values {
      _ = check(part, part.uniqueID, "\(part.uniqueID), \(part.number)", parts, &faults)
    }
    for gauge in held.gauges.values {
      let values = "\(gauge.uniqueID), \(gauge.number), \(gauge.text)"
      _ = check(gauge, "\(gauge.uniqueID)", values, gauges, &faults)
    }
    return faults
  }

  /// - Returns: True if the object is one to be looked at further.
  private func check<Object: DataObject>(
    _ object: Object, _ id: String, _ values: String, _ rows: [String: String], _ faults: inout [String]
  ) -> Bool {
    let name = "\(Object.self) \(id)"
    // Others of its key may have come after it.
    if object.isDeleted || object.replacedBy != nil { return false }
    // A part that was made and never related to anything is in no store.
    let cached = store.cached(Object.self, object.uniqueID)
    if cached == nil, rows[id] == nil, Object.self == PartObject.self { return false }
    if cached !== object { faults.append("\(name) is not the object of its key") }
    if object.isUnsaved { faults.append("\(name) is unsaved") }
    guard let row = rows[id] else {
      faults.append("\(name) has no row, and is not deleted")
      return false
    }
    if row != values { faults.append("\(name) is (\(values)), and its row is (\(row))") }
    return true
  }

  private func rows(_ sql: SQL, in governor: any Governor) async throws -> [String: String] {
    var rows: [String: String] = [:]
    for row in try await governor.query(sql).rows {
      let texts = row.values.map { $0.isNull ? "NULL" : "\($0)" }
      rows[texts[0]] = texts.joined(separator: ", ")
    }
    return rows
  }

  /// The keys of the related parts that are there, in order.
  private func children(
    _ table: String, of parts: [String: String], in governor: any Governor
  ) async throws -> [String: [String]] {
    var children: [String: [String]] = [:]
    let sql: SQL = "SELECT item, part FROM \(identifier: table) ORDER BY item, ix"
    for row in try await governor.query(sql).rows {
      let part: String = try row.get(1)
      if parts[part] != nil { children["\(try row.get(0) as Int64)", default: []].append(part) }
    }
    return children
  }
}
