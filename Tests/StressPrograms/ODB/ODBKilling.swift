import Foundation
import ODB
import ORDA

/// A second process is killed at random moments. What it was told to be committed must be there, of what was not either all or
/// nothing, and no row that hangs on none.
struct ODBKilling {
  let url: String

  init(_ url: String) { self.url = url }

  func run(_ times: Int) throws -> [String] {
    let odb = try ODB(url: url)
    odb.perform {
      odb.rootTable?.deleteChildren()
      (odb.root + "number").setValue(0)
      _ = odb.path(["rounds", "0", "inner"]).ensureTable()
      for name in ["a", "b", "c"] { odb.path(["rounds", "0", "inner", name]).setValue(0) }
    }
    if let error = odb.error { throw error }
    var faults: [String] = []
    var between = 0
    for round in 1...times {
      let lines = try ODBVictim(url, "--victim").killed(within: .milliseconds(60))
      let told = lines.compactMap { Int($0) }.last ?? 0
      // It waits for what the database still has of the victim's.
      let fault = odb.perform(.once) { check(odb, told, &between) }
      if let fault { faults.append("round \(round): \(fault)") }
      if let error = odb.error { faults.append("round \(round): \(error)") }
    }
    let rows = try odb.governor?.first(Int.self, "SELECT COUNT(*) FROM odb_nodes") ?? 0
    if rows != 8 { faults.append("\(rows) rows, and not 8") }
    print("killed \(times) times, \(between) of them between a commit and its being told")
    odb.close()
    return faults
  }

  private func check(_ odb: ODB, _ told: Int, _ between: inout Int) -> String? {
    let found = (odb.root + "number").value?.int ?? -1
    if found == told + 1 { between += 1 }
    if told > 0, found < told { return "\(told) was told as committed, and \(found) is there" }
    let rounds = (odb.root + "rounds").table?.children.keys.sorted() ?? []
    if rounds != ["\(found)"] { return "the tables \(rounds) stand beside number \(found)" }
    let values = odb.path(["rounds", "\(found)", "inner"]).table?.children.mapValues {
      ($0 as? ODBValueObject)?.value?.int
    }
    if values != ["a": found, "b": found, "c": found] { return "\(String(describing: values)) in round \(found)" }
    return nil
  }

  /// Writes until it is killed, and tells each number when it is committed.
  func victim() throws {
    let odb = try ODB(url: url)
    while true {
      let number = try odb.performThrowing {
        let number = try (odb.root + "number").requireValue().int ?? 0
        let next = number + 1
        try (odb.root + "number").requireSetValue(ODBValue(next))
        let inner = try odb.path(["rounds", "\(next)", "inner"]).requireEnsureTable()
        for name in ["a", "b", "c"] { inner.set(next, name: name) }
        try odb.path(["rounds", "\(number)"]).requireDelete()
        return next
      }
      ODBVictim.say("\(number)")
    }
  }
}
