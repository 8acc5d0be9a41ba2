/// What keeps a table's entries, or a live result, in step: it listens for as long as it lives.
///
/// Each entry holds its table's, so that listening ends with the last one.
final class TableListening: Sendable {
  private let hub: ChangeHub
  private let applier: ChangeListener
  private let announcer: ChangeListener
  private let table: TableName

  /// - Parameters:
  ///   - table: One of the tables, to be called for.
  ///   - heard: The tables to listen to; none for all.
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

  /// Has what was put off done in its turn.
  func callAnnouncer(isLeased: Bool) { hub.call(announcer, of: [table], isLeased: isLeased) }
}
