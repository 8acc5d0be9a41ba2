import CFloor
import Foundation
import Synchronization

/// Who commits.
@MainActor
protocol LatencyWriter {
  /// Has a number committed.
  func begin(_ number: Int64) throws
  /// The moment from which the latency counts.
  func end() throws -> Int64
}

/// Who listens.
@MainActor
protocol LatencyListener {
  /// Called before each commit.
  func arm()
  /// Waits until it has heard of a commit; the moment when it did, and the number if it knows it.
  func wait() throws -> (moment: Int64, number: Int64?)
}

/// A side that hears of commits, one at a time. What counts is the median of their latencies.
@MainActor
func latencySide(_ commits: Int, _ writer: any LatencyWriter, _ listener: any LatencyListener) -> Side {
  var number: Int64 = 0
  return Side(timed: {
    var latencies: [Double] = []
    let start = Cost.now()
    for _ in 0..<commits {
      number += 1
      listener.arm()
      usleep(Commits.pause)
      try writer.begin(number)
      let heard = try listener.wait()
      let committed = try writer.end()
      guard heard.number ?? number == number else {
        throw LiveFailure(description: "\(number) was committed, and \(heard.number ?? 0) heard")
      }
      latencies.append(Double(heard.moment - committed))
    }
    var cost = Cost.now() - start
    cost.wall = (median(latencies) ?? 0) * Double(latencies.count)
    return Side.Round(cost: cost, checksum: UInt64(latencies.count))
  })
}

/// Hands the moment when something was heard to the thread that waits for it, and the number where that is known.
final class Heard: Sendable {
  private let moment = Atomic<Int64>(0)
  private let lastNumber = Atomic<Int64>(0)
  private let semaphore = DispatchSemaphore(value: 0)

  /// The number that was heard of last.
  var number: Int64 { lastNumber.load(ordering: .relaxed) }

  func now(_ number: Int64 = 0) {
    lastNumber.store(number, ordering: .relaxed)
    moment.store(cf_now(), ordering: .releasing)
    semaphore.signal()
  }

  func wait() throws -> Int64 {
    guard semaphore.wait(timeout: .now() + 10) == .success else {
      throw LiveFailure(description: "a commit was not heard of for ten seconds")
    }
    return moment.load(ordering: .acquiring)
  }
}
