public import ORDA

extension ScriptedDatabase {
  /// Informs the governors of this database of a change, like another program's commit.
  ///
  /// Whoever follows one of the tables hears of it, such as `changes(of:)`, `observeChanges(of:)` and live rows.
  public func tellChanges(_ batch: ChangeBatch) {
    let sources = withChangeSources { sources in
      sources.removeAll { $0.source == nil }
      return sources.compactMap(\.source)
    }
    for source in sources { source.tell(batch) }
  }

  /// The source of a new governor's changes; nil if the database reports none.
  func makeChangeSource() -> (any ChangeSource)? {
    if let replaced = faults.changeSource { return replaced }
    guard capabilities.contains(.changeEvents) else { return nil }
    let source = ScriptedChangeSource()
    withChangeSources { $0.append(WeakChangeSource(source: source)) }
    return source
  }
}

/// A governor's source, which it owns.
struct WeakChangeSource {
  weak var source: ScriptedChangeSource?
}
