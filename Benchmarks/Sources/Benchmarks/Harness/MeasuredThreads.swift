import Foundation
import Synchronization

/// Runs bodies on threads of their own, all at once, and waits for them.
///
/// Returns the processor time of these threads together, and the sum of the checksums. Throws the first error of a body.
func onThreads(_ bodies: [@Sendable () throws -> UInt64]) throws -> Side.Round {
  let total = Mutex<(round: Side.Round, error: (any Error)?)>(
    (Side.Round(cost: Cost(processor: 0, wall: 0), checksum: 0), nil))
  let group = DispatchGroup()
  let start = Cost.now()
  for body in bodies {
    group.enter()
    Thread {
      let start = Cost.nowOfThread()
      let outcome = Swift.Result { try body() }
      let cost = Cost.nowOfThread() - start
      total.withLock {
        $0.round.cost.processor += cost.processor
        switch outcome {
        case .success(let sum): $0.round.checksum &+= sum
        case .failure(let error): $0.error = $0.error ?? error
        }
      }
      group.leave()
    }.start()
  }
  group.wait()
  let wall = (Cost.now() - start).wall
  return try total.withLock {
    if let error = $0.error { throw error }
    $0.round.cost.wall = wall
    return $0.round
  }
}

/// Repeats a piece of work at a steady pace on a thread of its own until it is stopped.
final class PacedThread: Sendable {
  private let stopping = Atomic(false)
  private let done = DispatchSemaphore(value: 0)
  private let outcome = Mutex<(count: Int, error: (any Error)?)>((0, nil))

  /// Starts. Beats that come late are made up for, so that the pace holds over the whole of the work.
  init(every interval: TimeInterval, _ work: @escaping @Sendable (Int) throws -> Void) {
    Thread { [self] in
      var next = Date.now
      do {
        while !stopping.load(ordering: .relaxed) {
          let count = outcome.withLock { $0.count }
          try work(count)
          outcome.withLock { $0.count += 1 }
          next += interval
          Thread.sleep(until: next)
        }
      } catch {
        outcome.withLock { $0.error = error }
      }
      done.signal()
    }.start()
  }

  /// Stops, and gives the number of times that the work was done. Throws the error that ended it earlier.
  @discardableResult
  func stop() throws -> Int {
    stopping.store(true, ordering: .relaxed)
    done.wait()
    return try outcome.withLock {
      if let error = $0.error { throw error }
      return $0.count
    }
  }
}
