public import ORDA

extension ScriptedDatabase {
  /// Tells the governors of this database that something changed, as another program's commit would.
  ///
  /// Those that follow one of the tables hear it, as `changes(of:)`, `observeChanges(of:)` and live rows do.
  public func tellChanges(_ batch: ChangeBatch) {
    let sources = withChangeSources { sources in
      sources.removeAll { $0.source == nil }
      return sources.compactMap(\.source)
    }
    for source in sources { source.tell(batch) }
  }

  /// Where a new governor's changes come from; nil where the database tells of none.
  func makeChangeSource() -> (any ChangeSource)? {
    if let replaced = faults.changeSource { return replaced }
    guard capabilities.contains(.changeEvents) else { return nil }
    let source = ScriptedChangeSource()
    withChangeSources { $0.append(WeakChangeSource(source: source)) }
    return source
  }
}

/// A governor's source, which goes with the governor.
struct WeakChangeSource {
  weak var source: ScriptedChangeSource?
}
