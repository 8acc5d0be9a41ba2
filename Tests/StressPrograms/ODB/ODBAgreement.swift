import ODB
import ORDA

/// Whether an ODB says what its tables hold, and these hold no row that hangs on none.
struct ODBAgreement {
  private let odb: ODB

  init(_ odb: ODB) { self.odb = odb }

  func faults() throws -> [String] {
    guard let db = odb.governor else { return ["the database is closed"] }
    // Others may still be at work: what is compared is read in one transaction that keeps them out.
    let (cached, stored, count) = try odb.performThrowing(.fresh) {
      let cached = walk()
      // A write, so that what follows is of the state that was compared with the cache's.
      (odb.root + "agreement").setValue(Int.random(in: 0...Int.max))
      (odb.root + "agreement").delete()
      return (cached, try read(db), try db.first(Int.self, "SELECT COUNT(*) FROM odb_nodes") ?? 0)
    }
    var faults: [String] = []
    for (path, text) in stored where cached[path] != text {
      faults.append("\(path): the database has \(text), the cache \(cached[path] ?? "nothing")")
    }
    for (path, text) in cached where stored[path] == nil {
      faults.append("\(path): the cache has \(text), the database nothing")
    }
    if stored.count + 1 != count { faults.append("\(count) rows, of which \(stored.count + 1) hang on the root") }
    return faults
  }

  private func walk() -> [String: String] {
    var found: [String: String] = [:]
    var tables = [("", odb.rootTable)]
    while let (prefix, table) = tables.popLast() {
      for (key, object) in table?.children ?? [:] {
        if let value = object as? ODBValueObject {
          found[prefix + key] = value.value.map { $0.int.map(String.init) ?? "\($0.string?.count ?? -1) long" } ?? "?"
        } else {
          found[prefix + key] = "table"
          tables.append((prefix + key + ".", object as? ODBTable))
        }
      }
    }
    found["agreement"] = nil
    return found
  }

  private func read(_ db: any Governor) throws -> [String: String] {
    var children: [Int: [(id: Int, key: String, text: String)]] = [:]
    let rows = try db.query(
      (Int, Int, [UInt8], Int, Int?, Int).self,
      "SELECT id, parent, name_key, kind, int_value, size FROM odb_nodes WHERE id <> 1")
    for (id, parent, key, kind, number, size) in rows {
      let text = kind == 0 ? "table" : number.map(String.init) ?? "\(size) long"
      children[parent, default: []].append((id, String(decoding: key, as: UTF8.self), text))
    }
    var found: [String: String] = [:]
    var tables = [("", 1)]
    while let (prefix, table) = tables.popLast() {
      for child in children[table] ?? [] {
        found[prefix + child.key] = child.text
        tables.append((prefix + child.key + ".", child.id))
      }
    }
    return found
  }
}
