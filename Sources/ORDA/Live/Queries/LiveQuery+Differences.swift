internal import ORDAThreads

extension LiveQuery {
  /// What becomes of the rows from now on, as an asynchronous sequence.
  public var differences: LiveDifferences<Element> { differences(fromEmpty: false) }

  /// What becomes of the rows, as an asynchronous sequence.
  ///
  /// - Parameter fromEmpty: True if the first difference is to bring all rows that there are, so that whoever shows them
  ///   needs nothing else; false for what changes from now on.
  public func differences(fromEmpty: Bool) -> LiveDifferences<Element> {
    let (reader, added) = state.withLock { state in
      let reader = LiveQueryReader(fromEmpty ? LiveRows() : state.rows)
      return (reader, state.add(reader))
    }
    if fromEmpty { reader.wakes.put(()) }
    if !added.isOpen { reader.wakes.end() }
    return LiveDifferences(wakes: reader.wakes) { reader.take { self.state.withLock { $0.rows } } }
  }

  /// Calls a closure with what becomes of the rows, until the object that is returned is cancelled or goes.
  ///
  /// ```swift
  /// let observation = albums.observe { difference in print(difference.inserts.count, "came") }
  /// ```
  ///
  /// It is called with nothing locked, one call after the other, by the governor's thread for live queries, which runs none
  /// meanwhile: so it should be short. It may use the governor; what it commits is told after it has returned. A closure that
  /// is slow gets one difference for all that happened meanwhile.
  ///
  /// The observation holds the query, so that it goes on though nobody else does, until the query is closed.
  ///
  /// With `fromEmpty` the first call brings all rows that there are, soon; without it is told what changes from now on.
  public func observe(
    fromEmpty: Bool = false, _ observer: @escaping @Sendable (LiveDifference<Element>) -> Void
  ) -> LiveQueryObservation {
    let (observation, added) = state.withLock { state in
      let reader = LiveQueryReader(fromEmpty ? LiveRows() : state.rows)
      let observation = LiveQueryObservation {
        if let difference = reader.take(to: { self.state.withLock { $0.rows } }) { observer(difference) }
      }
      return (observation, state.add(observation, isTold: fromEmpty))
    }
    if fromEmpty { worker.submit { self.tell() } }
    if !added.isOpen { observation.cancel() }
    return observation
  }
}
