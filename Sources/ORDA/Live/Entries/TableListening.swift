/// Keeps a table's entries, or a live result, in step: it listens for as long as it lives.
///
/// Each entry holds the one of its table, so listening ends with the last entry.
final class TableListening: Sendable {
  private let hub: ChangeHub
  private let applier: ChangeListener
  private let announcer: ChangeListener
  private let table: TableName

  /// - Parameters:
  ///   - table: One of the tables, for which the announcer is called.
  ///   - heard: The tables to listen to; empty for all.
  ///   - applies: Called with each batch before the writing call returns.
  ///   - announces: Called later, with nothing held.
  init(
    _ table: TableName, _ heard: [TableName], at hub: ChangeHub, applies: @escaping @Sendable (ChangeBatch) -> Void,
    announces: @escaping @Sendable () -> Void
  ) throws(DatabaseError) {
    self.hub = hub
    self.table = table
    announcer = try hub.listen(to: heard, .announces { _ in announces() }, evenWithoutSource: true)
    do throws(DatabaseError) {
      applier = try hub.listen(to: heard, .applies(applies), evenWithoutSource: true)
    } catch {
      hub.remove(announcer)
      throw error
    }
  }

  deinit {
    hub.remove(applier)
    hub.remove(announcer)
  }

  /// Has what was postponed done in turn.
  func callAnnouncer(isLeased: Bool) { hub.call(announcer, of: [table], isLeased: isLeased) }
}
