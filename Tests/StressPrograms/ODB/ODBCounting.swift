import Foundation
import ODB
internal import ORDAThreads

/// Two processes, each with eight threads, count one number up; not one update may be lost.
struct ODBCounting {
  let url: String

  init(_ url: String) { self.url = url }

  /// All processes: what is wrong in the end.
  func run(_ total: Int) throws -> [String] {
    let odb = try ODB(url: url)
    let path = odb.root + "counter"
    odb.perform { _ = path.setValue(0) }
    let began = ContinuousClock.now
    let processes = try (0..<2).map { _ in try ODBStress.start(url, total / 2, "--counter") }
    var faults: [String] = []
    for process in processes {
      process.waitUntilExit()
      if process.terminationStatus != 0 { faults.append("a counting process ended with \(process.terminationStatus)") }
    }
    let found = odb.perform(.fresh) { path.value?.int }
    let expected = total / 2 * 2
    if found != expected { faults.append("\(found ?? -1) increments of \(expected)") }
    print("\(found ?? -1) increments by 2 processes with 8 threads each in \(ContinuousClock.now - began)")
    odb.close()
    return faults
  }

  /// One process.
  func count(_ total: Int) throws {
    let odb = try ODB(url: url)
    let path = odb.root + "counter"
    let left = Lock(total)
    let failure = Lock<(any Error)?>(nil)
    onThreads(8) { _ in
      while left.withLock({ left in
        left -= 1
        return left >= 0
      }) {
        while true {
          do {
            try odb.performThrowing { try path.requireSetValue(ODBValue((path.requireValue().int ?? 0) + 1)) }
            break
          } catch  where ODBStress.isExpected(error) {
          } catch {
            failure.withLock { $0 = error }
            return
          }
        }
      }
    }
    odb.close()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
