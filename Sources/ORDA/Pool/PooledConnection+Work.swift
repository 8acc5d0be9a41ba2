extension PooledConnection {
  /// Asks the driver for something other than a statement, with the same limits, stopping and errors as statements.
  ///
  /// - Parameters:
  ///   - deadline: How long it may take; nil for no limit.
  ///   - effect: What may have been done if no answer arrives.
  func ask<R>(
    within deadline: Deadline?, effect: Effect = .nothing,
    _ question: (any DriverConnection) throws(DatabaseError) -> R
  ) throws(DatabaseError) -> R {
    var work = LimitedWork(on: gate, within: deadline)
    try work.resume(on: gate)
    do throws(DatabaseError) {
      if let openResult { try openResult.keepRest() }
      if protection != nil { try protection?.keep() }
      let answer = try question(driver)
      _ = work.end(on: gate)
      return answer
    } catch {
      throw restated(error, timedOut: work.end(on: gate), effect: effect)
    }
  }

  /// The time that undoing something has under any limit: a busy database must not lose a connection for each short limit.
  static let leastUndoing = Duration.milliseconds(250)

  /// Undoes something, which is not stopped half-way. If the database does not answer within the limit, or within the limit
  /// of the holder's call, the connection is cut, which undoes as well.
  func undo<R>(
    within limit: Duration, _ work: (any DriverConnection) throws(DatabaseError) -> R
  ) throws(DatabaseError) -> R {
    let ownLimit = endingLimit.map { max($0, Self.leastUndoing) } ?? limit
    var undoing = LimitedWork(on: gate, within: Deadline(min(limit, ownLimit), by: time))
    undoing.begin(on: gate)
    defer { _ = undoing.end(on: gate) }
    return try gate.shielded { () throws(DatabaseError) in
      if let openResult { openResult.giveUp() }
      if protection != nil { protection?.forget() }
      return try work(driver)
    }
  }

  /// An error of the driver as the program gets it: the driver only knows that it was stopped, or has lost the
  /// connection; here it is known why, and what that means. If the error means that the connection is useless, it is
  /// given up.
  ///
  /// - Parameters:
  ///   - limit: The limit of what has failed, if it was stopped for that.
  ///   - effect: What may have been done if no answer arrived.
  func restated(_ error: DatabaseError, timedOut limit: Duration?, effect: Effect) -> DatabaseError {
    if driver.isBroken(by: error) { isBroken = true }
    // What a statement inside another has thrown was restated there.
    if error.isRestated { return error }
    var error = error
    let reason = limit.map { DatabaseError.timeout(of: $0) } ?? gate.stopError
    switch error {
    // The answer came, and it says that nobody knows.
    case .commitUnknown: break
    case .connectionLost: error.tellLoss(effect, stoppedFor: reason)
    case .protocolViolation where effect == .permanent: error.tellLoss(effect, stoppedFor: reason)
    case .cancelled, .busy: if let reason { error.become(reason) }
    default: break
    }
    tellOfSession(&error)
    error.isRestated = true
    return error
  }

  /// Has the error of a lost connection say that the program's session is gone with it, so that the next call need not.
  private func tellOfSession(_ error: inout DatabaseError) {
    guard keepsSession || mayKeepSession, isBroken, DatabaseError.Kind.connectionLost.matches(error.kind) else {
      return
    }
    keepsSession = false
    mayKeepSession = false
    error.message += "; what was set in its session is gone"
  }
}
