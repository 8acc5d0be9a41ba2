import Foundation
import ODB
import ORDA
internal import ORDAThreads

/// Eight threads and a second process set, delete, ensure, move and copy at random, in performs that nest and throw. In the
/// end the cache says what the database says.
struct ODBRandomWork {
  let url: String

  init(_ url: String) { self.url = url }

  /// What is done, and how often it was.
  enum Work: String, CaseIterable, Sendable {
    case set, large, delete, ensure, create, move, copy, rename, read, children, empty, undone, nested, `static`, once,
      transaction, undoneTransaction, statement, snapshot
  }

  func run(for time: Duration) throws -> [String] {
    let odb = try ODB(url: url)
    odb.cacheLimit = 200_000
    let second = try ODBStress.start(url, Int(time.components.seconds), "--second")
    let (counts, faults) = (Lock<[Work: Int]>([:]), Lock<[String]>([]))
    let end = ContinuousClock.now + time
    onThreads(8) { _ in
      while ContinuousClock.now < end {
        let work = Work.allCases.randomElement() ?? .set
        do {
          try step(odb, work)
          counts.withLock { $0[work, default: 0] += 1 }
        } catch  where ODBStress.isExpected(error) {
        } catch { faults.withLock { $0.append("\(work): \(error)") } }
      }
    }
    second.waitUntilExit()
    var all = faults.withLock { $0 }
    if second.terminationStatus != 0 { all.append("the second process ended with \(second.terminationStatus)") }
    all += try ODBAgreement(odb).faults()
    print(counts.withLock { $0 }.map { "\($0.value) \($0.key.rawValue)" }.sorted().joined(separator: ", "))
    odb.close()
    return all
  }

  /// The second process.
  func second(for time: Duration) throws {
    let odb = try ODB(url: url)
    let end = ContinuousClock.now + time
    let failure = Lock<(any Error)?>(nil)
    onThreads(2) { _ in
      while ContinuousClock.now < end {
        do { try step(odb, Work.allCases.randomElement() ?? .set) } catch  where ODBStress.isExpected(error) {
        } catch { failure.withLock { $0 = error } }
      }
    }
    let faults = try ODBAgreement(odb).faults()
    odb.close()
    if let failure = failure.withLock({ $0 }) { throw failure }
    if let fault = faults.first {
      print("second process: \(fault)")
      exit(1)
    }
  }

  // MARK: One piece of work

  private func path(_ odb: ODB, _ depth: Int) -> ODBPath {
    ODBPath(elements: (0..<depth).map { $0 == 0 ? "t\(Int.random(in: 0..<6))" : "N\(Int.random(in: 0..<5))" }, odb: odb)
  }

  private func step(_ odb: ODB, _ work: Work) throws {
    let deep = path(odb, Int.random(in: 1...4))
    let number = Int.random(in: 0..<1_000_000)
    switch work {
    case .undone:
      try odb.performThrowing {
        change(deep, number)
        change(path(odb, 2), number)
        throw Undone()
      }
    case .nested:
      try odb.performThrowing {
        change(deep, number)
        for _ in 0..<3 {
          try? odb.perform {
            change(path(odb, 3), number)
            try? odb.perform {
              change(path(odb, 2), number)
              throw Undone()
            }
            if Bool.random() { throw Undone() }
          }
        }
        change(path(odb, 2), number)
      }
    case .static:
      ODB.perform {
        change(deep, number)
        odb.perform { change(path(odb, 2), number) }
      }
    case .once: try odb.performThrowing(.once) { change(deep, number) }
    case .transaction, .undoneTransaction:
      try odb.governor?.transaction { _ in
        try odb.performThrowing { change(deep, number) }
        try odb.performThrowing { change(path(odb, 3), number) }
        if work == .undoneTransaction { throw Undone() }
      }
    case .statement:
      try odb.governor?.execute(
        "UPDATE odb_nodes SET int_value = ? WHERE kind = 16 AND name_key = ?", number, [UInt8]("n\(number % 5)".utf8))
    case .snapshot:
      odb.read { if deep.isDefined { _ = deep.parentTable?.children } }
    default: try odb.performThrowing { try change(deep, number, work) }
    }
  }

  /// Changes something; what can't be changed is left alone.
  private func change(_ path: ODBPath, _ number: Int) {
    try? change(path, number, [.set, .delete, .ensure, .create, .move, .large].randomElement() ?? .set)
  }

  private func change(_ path: ODBPath, _ number: Int, _ work: Work) throws {
    let odb = path.odb
    do {
      switch work {
      case .set:
        _ = path.parentTablePath?.ensureTable()
        path.setValue(number)
      case .large: path.setValue(String(repeating: "x", count: 66_000 + number % 3))
      case .delete: path.delete()
      case .ensure: path.ensureTable()
      case .create: path.createTable()
      case .move: try path.move(to: self.path(odb, 1))
      case .copy:
        // Trees that are copied into each other would grow without end.
        if path.elements.count > 2, (path.size ?? 0) < 10 {
          try path.copy(to: self.path(odb, 1), name: "N\(number % 5)")
        }
        if (odb.root + "t\(number % 6)" + "N0" + "N0" + "N0" + "N0" + "N0").isDefined {
          (odb.root + "t\(number % 6)").delete()
        }
      case .rename: try path.rename("N\(number % 5)")
      case .children:
        for object in odb.rootTable?.children.values ?? [:].values { _ = (object as? ODBTable)?.children.count }
      case .empty: if number % 10 == 0 { (odb.root + "t\(number % 6)").table?.deleteChildren() }
      default: _ = path.value
      }
    } catch {
      // What is not there, or goes into itself, is refused. What the database says ends the perform, which throws it.
    }
  }
}
