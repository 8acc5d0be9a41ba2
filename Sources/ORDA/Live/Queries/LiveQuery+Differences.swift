internal import ORDAThreads

extension LiveQuery {
  /// How the rows change from now on, as an asynchronous sequence.
  public var differences: LiveDifferences<Element> { differences(fromEmpty: false) }

  /// How the rows change, as an asynchronous sequence.
  ///
  /// - Parameter fromEmpty: True if the first difference is to bring all present rows, so that whoever shows them needs
  ///   nothing else; false for changes from now on.
  public func differences(fromEmpty: Bool) -> LiveDifferences<Element> {
    let (reader, added) = state.withLock { state in
      let reader = LiveQueryReader(fromEmpty ? LiveRows() : state.rows)
      return (reader, state.add(reader))
    }
    if fromEmpty { reader.wakes.put(()) }
    if !added.isOpen { reader.wakes.end() }
    return LiveDifferences(wakes: reader.wakes) { reader.take { self.state.withLock { $0.rows } } }
  }

  /// Calls a closure with each difference, until the returned object is cancelled or released.
  ///
  /// ```swift
  /// let observation = albums.observe { difference in print(difference.inserts.count, "came") }
  /// ```
  ///
  /// The governor's thread for live queries makes the calls, one after another and with nothing locked. It runs no
  /// query meanwhile, so the closure should be short. It may use the governor; what it commits is announced after it
  /// has returned. A slow closure gets one difference for everything that happened meanwhile.
  ///
  /// The observation holds the query, which goes on even if nobody else holds it, until it is closed.
  ///
  /// With `fromEmpty` the first call comes soon and brings all present rows; without it, calls bring only changes from
  /// now on.
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
