/// What keeps a table's entries in step: held by each of them, so that it ends with the last one.
final class TableListening: Sendable {
  private let hub: ChangeHub
  private let applier: ChangeListener
  private let announcer: ChangeListener
  private let tables: [TableName]

  /// Listens to the table of a map, and to those that it depends on.
  init(_ map: EntryMap, at hub: ChangeHub) throws(DatabaseError) {
    self.hub = hub
    let identity = map.plan.identity
    tables = [identity]
    let heard = [identity] + map.ancestors
    announcer = try hub.listen(to: heard, .announces { _ in map.announce() }, evenWithoutSource: true)
    do throws(DatabaseError) {
      applier = try hub.listen(to: heard, .applies { map.apply($0) }, evenWithoutSource: true)
    } catch {
      hub.remove(announcer)
      throw error
    }
  }

  deinit {
    hub.remove(applier)
    hub.remove(announcer)
  }

  /// Has what the map put off done in its turn.
  func callAnnouncer(isLeased: Bool) { hub.call(announcer, of: tables, isLeased: isLeased) }
}
