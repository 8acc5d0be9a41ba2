import ORDA
internal import ORDAThreads

/// What runs on one connection, and how to stop it.
final class ScriptedRun: DriverCanceller, @unchecked Sendable {
  // Proof: everything that changes is touched only under `monitor`.
  private let faults: ScriptedFaults
  /// Called with what was cancelled before that goes on, under `monitor`.
  private let wasCancelled: @Sendable (ScriptedStatement) -> Void
  private let monitor = Condition()
  private let time: TimeSource
  private var running: ScriptedStatement?
  private var isWaiting = false
  private var isCancelled = false
  private var wasCut = false

  init(
    faults: ScriptedFaults, time: TimeSource, wasCancelled: @escaping @Sendable (ScriptedStatement) -> Void = { _ in }
  ) {
    self.time = time
    self.faults = faults
    self.wasCancelled = wasCancelled
  }

  func cancel() {
    faults.waitWhileFrozen()
    locked {
      guard isWaiting, !isCancelled else { return }
      isCancelled = true
      if let running { wasCancelled(running) }
      monitor.broadcast()
    }
  }

  func cut() {
    locked {
      guard faults.canBeCut, !wasCut else { return }
      wasCut = true
      faults.noteCut()
      monitor.broadcast()
    }
  }

  var isCut: Bool { locked { wasCut } }

  /// Takes as long as the answer says.
  ///
  /// - Returns: True if it was cancelled meanwhile.
  /// - Throws: `connectionLost` if the connection was cut.
  func take(_ answer: ScriptedAnswer, running statement: ScriptedStatement? = nil) throws(DatabaseError) -> Bool {
    guard answer.delay > .zero || answer.gate != nil || answer.waitsForCancel || answer.isSilent else { return false }
    let end = time.now + answer.delay
    answer.gate?.whenOpen { [monitor] in monitor.withLock { monitor.broadcast() } }
    monitor.lock()
    defer {
      running = nil
      isWaiting = false
      monitor.unlock()
    }
    running = statement
    isWaiting = true
    isCancelled = false
    while !wasCut {
      if answer.isSilent {
        monitor.wait()
        continue
      }
      if isCancelled { return true }
      if answer.waitsForCancel {
        monitor.wait()
        continue
      }
      if let gate = answer.gate, !gate.isOpen {
        monitor.wait()
        continue
      }
      if time.now >= end { return false }
      time.wait(on: monitor, until: end)
    }
    throw DatabaseError(.connectionLost, "the connection was cut")
  }

  private func locked<R>(_ body: () -> R) -> R { monitor.withLock(body) }
}
