internal import Logging
internal import ORDAThreads

/// Waiting until others have heard: for a writer whose observers are called before its call returns, and a program that
/// must know that everything was reported.
extension ChangeHub {
  /// The batch up to which those must be informed who hear before the writing call returns; nil if there are none.
  var lastToAnswer: Int? { beforeReturn.hasListeners ? lastApplied : nil }

  /// Returns once everybody has heard of a batch who must before the writing call returns. This thread calls them, if
  /// it may.
  func answer(_ sequence: Int) {
    let told = Promise<Bool>()
    guard beforeReturn.whenTold(sequence, { told.keep($0) }) else { return }
    if isThreadLeased() {
      onWorker { self.announceAll() }
    } else {
      switch beforeReturn.announce(until: { told.wait(until: .now) != nil }) {
      case .complete: return
      case .incomplete: return onWorker { self.announceAll() }
      case .leftToOthers: break
      }
    }
    warnUnless(told.wait())
  }

  /// The same, but another thread calls them, and then the closure.
  func answer(_ sequence: Int, then done: @escaping @Sendable () -> Void) {
    let waits = beforeReturn.whenTold(sequence) { isTold in
      self.warnUnless(isTold)
      done()
    }
    if waits { onWorker { self.announceAll() } }
  }

  private func warnUnless(_ isTold: Bool) {
    if isTold { return }
    logger.warning(
      """
      an observer that is called before the writing call returns has taken \(ChangeAnnouncer.longestWait), and the call \
      returned without it; an observer must not wait for what another thread writes, which waits for it
      """)
  }

  /// Returns when all that anybody committed before has been told.
  ///
  /// - Throws: `misuse` in an observer, `unsupported` without a source, and `timeout`.
  func catchUp(within limit: Duration) throws(DatabaseError) {
    guard let source else { throw DatabaseError(.unsupported, missing) }
    if soon.isCalledHere || beforeReturn.isCalledHere {
      throw DatabaseError(.misuse, "an observer can't wait until everything was told: it would wait for itself")
    }
    let end = time.now + limit
    while !source.catchUp() {
      if time.now >= end { throw .timeout(of: limit) }
      time.sleep(min(end - time.now, .milliseconds(5)))
    }
    let sequence = lastApplied
    for announcer in [beforeReturn, soon] {
      while true {
        let told = Promise<Bool>()
        if announcer.whenTold(sequence, { told.keep($0) }) { onWorker { self.announceAll() } }
        guard let isTold = told.wait(until: end, by: time) else { throw .timeout(of: limit) }
        if isTold { break }
      }
    }
  }
}
