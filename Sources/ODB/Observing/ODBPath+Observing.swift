extension ODBPath {
  /// Calls a closure after each change of what is at the path or below it, as long as the returned object lives.
  ///
  /// ```swift
  /// let observation = path.observe { change in print(change.path) }
  /// ```
  ///
  /// It hears of this program's performs, of raw SQL on the ODB's governor and of other programs, as far as
  /// ``ODB/changeCoverage`` says; ``ODB/error`` has what went wrong while opening the database. Calls follow the order
  /// of the commits, one after another, on a thread that all observers of the ODB share, so the closure should be
  /// quick. It may perform. A commit that changed more than 10,000 objects is reported as one change of kind
  /// ``ODBChange/Kind/unknown``.
  public func observe(_ observer: @escaping @Sendable (ODBChange) -> Void) -> ODBObservation {
    ODBObservation(self) { change in
      if let change { observer(ODBChange(change, self)) }
    }
  }

  /// The changes of what is at the path or below it, from now on, as an asynchronous sequence.
  ///
  /// ```swift
  /// for await change in path.changes() { … }
  /// ```
  ///
  /// It ends when the task is cancelled, or the ODB is closed. If more than 1,000 changes wait for a slow reader, it
  /// gets one of kind ``ODBChange/Kind/unknown`` instead. See ``observe(_:)`` for what is reported.
  public func changes() -> ODBChanges { ODBChanges(self) }

  /// What is at the path, as an object that Observation follows.
  public func observed() -> ODBObservedPath { ODBObservedPath(self) }
}
