internal import ORDA
internal import ORDAThreads

/// An observer of a path: it is called as long as this object lives, and keeps the ODB open.
public final class ODBObservation: Sendable {
  private let database: Database
  private let number: Int?

  init(_ path: ODBPath, _ call: @escaping ObserverTree.Call) {
    database = path.odb.database
    number = database.observers.add(
      path.names,
      asking: { [weak database] id in
        guard let opened = try database?.open(), let row = try opened.statements.place.first((Int64, String).self, id)
        else { return nil }
        return RowNews.Place(parent: row.0, name: NodeName(row.1))
      }, call)
    if number == nil { call(nil) }
    // If it can't be opened now, changes are heard of once it can.
    do { try database.followPaths() } catch { database.error = ODBError(error) }
  }

  deinit { cancel() }

  /// Ends it. A call running on another thread at this moment goes on to its end.
  public func cancel() {
    guard let number else { return }
    database.observers.remove(number)
    do { try database.followPaths() } catch { database.error = ODBError(error) }
  }
}
