internal import ORDA
internal import ORDAThreads

/// Rows that become objects, on the main actor.
extension TypedObjectTable {
  /// All columns of the entity.
  var selection: SQL {
    var sql: SQL = "SELECT \(identifier: key)"
    for attribute in entity.attributes { sql += ", \(identifier: attribute.name)" }
    return sql + " FROM \(table.sql)"
  }

  private func selection(of ids: [Value]) -> SQL {
    "\(sql: selection) WHERE \(identifier: key) IN \(list: ids)"
  }

  func fetch(_ ids: [Value]) async throws -> [Object] {
    if ids.isEmpty { return [] }
    return try await fetch(selection(of: ids))
  }

  func fetchAll() async throws { _ = try await fetch(selection) }

  func reread(_ ids: [Value]) async throws {
    _ = try await fetch(selection(of: ids), rereading: ids)
  }

  /// Fetches rows, and makes objects from them or updates those that exist.
  ///
  /// - Parameter rereading: The keys of live objects whose rows are read again: those without a row are gone.
  func fetch(_ query: SQL, _ parameters: Parameters = .none, rereading: [Value]? = nil) async throws -> [Object] {
    let request = RowFetch(query: query, parameters: parameters, key: key, lookups: lookups)
    // Unsaved changes are written first, so that the fetch sees them.
    store.collectIfAutosaving()
    let moment = store.lastWrite
    let place = store.beginFetch()
    defer { store.endFetch(begun: place) }
    let result = try await store.onQueue { try request.run(on: $0) }
    let objects = try await take(result, asOf: moment, isReread: rereading != nil)
    if let rereading {
      let there = Set(objects.map { Key($0.uniqueID) })
      loseRows(
        rereading.compactMap { try? Key(Object.UniqueID(value: $0)) }.filter { !there.contains($0) }, asOf: moment)
    }
    return objects
  }

  /// Sets an object back to what its row has.
  func reload(_ object: Object) async throws {
    let query = selection(of: [try object.uniqueID.value()])
    let request = RowFetch(query: query, parameters: .none, key: key, lookups: lookups)
    let place = store.beginFetch()
    defer { store.endFetch(begun: place) }
    object.record.forgetChanges()
    forgetLinks(of: object)
    let moment = store.lastWrite
    let result = try await store.onQueue { try request.run(on: $0) }
    guard let row = result.rows.first else { return }
    set(object, row, places(in: result.rows.columnNames), asOf: moment, false)
    try await attach(result.links, to: [object], asOf: moment)
  }

  private func take(_ result: FetchedObjects, asOf moment: Int, isReread: Bool) async throws -> [Object] {
    let places = places(in: result.rows.columnNames)
    let reads = RowReads()
    var objects: [Object] = []
    objects.reserveCapacity(result.rows.count)
    var incomplete: [Object] = []
    var turn = MainTurn(store.governor.timeSource)
    for row in result.rows {
      await turn.step()
      // Others may have had their turn.
      if !noticed.isEmpty { listNoticed() }
      do {
        let (object, isNew) = try object(of: row, places, reads, asOf: moment, isReread)
        guard let object else { continue }
        objects.append(object)
        if isNew && !entity.relationships.isEmpty { incomplete.append(object) }
      } catch { tellUnread(row, places, error) }
    }
    do { try await attach(result.links, to: objects, asOf: moment) } catch {
      // Objects without their related objects must not be found.
      for object in incomplete where object.record.isIncomplete { forget(Key(object.uniqueID)) }
      throw error
    }
    // Including those that another fetch has made meanwhile.
    if !entity.relationships.isEmpty { for object in objects { object.record.isIncomplete = false } }
    for object in incomplete {
      object.record.load { object.awakeFromFetch() }
      rewatch(object)
    }
    return objects
  }

  /// A row's object: the existing one, updated except for its own changes, or a new one.
  private func object(
    of row: FetchedRow, _ places: RowPlaces, _ reads: RowReads, asOf moment: Int, _ isReread: Bool
  ) throws -> (Object?, isNew: Bool) {
    if entity.isUniqued {
      let id: Object.UniqueID = try DataRow(row: row, layout: places, reads: reads).uniqueID()
      let key = Key(id)
      if let object = cached(key) {
        set(object, row, places, asOf: moment, isReread)
        return (object, false)
      }
      if isReread || isGone(key, asOf: moment) { return (nil, false) }
    }
    reads.columns = ColumnSet()
    let object = try Object(row: DataRow(row: row, layout: places, reads: reads))
    let record = object.record
    record.isIncomplete = !entity.relationships.isEmpty
    let isObserved = record.isObserved
    try record.load {
      for (column, place) in places.places.enumerated() where !reads.columns.contains(column) {
        guard let place else { continue }
        do {
          if isObserved {
            _ = try loads[column](object, row, place, false)
          } else {
            try fills[column](object, row, place)
          }
        } catch { throw named(error, column) }
      }
      if !record.isIncomplete { object.awakeFromFetch() }
    }
    adopt(object)
    return (object, true)
  }

  private func set(_ object: Object, _ row: FetchedRow, _ places: RowPlaces, asOf moment: Int, _ isReread: Bool) {
    let record = object.record
    if record.lastWrite > moment || store.isWriting(record) {
      // The row was read before the object's last write: it may be older.
      if isReread { store.rereadLater(row.id(places), of: self) }
      return
    }
    var changed = ColumnSet()
    record.load {
      for (column, place) in places.places.enumerated() where !record.unsaved.contains(column) {
        guard let place else { continue }
        do {
          if try loads[column](object, row, place, true) { changed.insert(column) }
        } catch { tellUnread(row, places, named(error, column)) }
      }
    }
    if !changed.isEmpty { store.followers.changed(object, changed, of: self) }
    rewatch(object)
  }

  /// The error, with its column's name.
  private func named(_ error: any Error, _ column: Int) -> any Error {
    guard var error = error as? DatabaseError else { return error }
    error.column = error.column ?? entity.attributes[column].name
    return error
  }

  private func tellUnread(_ row: FetchedRow, _ places: RowPlaces, _ error: any Error) {
    let column = (error as? DatabaseError)?.column
    store.failures.tell(
      DataFailure(
        object: nil, entity: name, id: row.id(places), columns: column.map { [$0] } ?? [], error: error))
  }

  private func places(in names: [String]) -> RowPlaces {
    if let known = layout, known.names == names { return known.places }
    var byName: [String: Int] = [:]
    for (place, name) in names.enumerated() where byName[name] == nil { byName[name] = place }
    let attributes = attributeNames
    let places = RowPlaces(
      keyName: key, key: byName[key],
      attributes: Dictionary(attributes.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first }),
      places: attributes.map { byName[$0] })
    layout = (names, places)
    return places
  }

  /// Marks live objects whose rows are gone: another program has deleted them.
  private func loseRows(_ keys: [Key], asOf moment: Int) {
    for key in keys {
      guard let object = cached(key), object.record.lastWrite <= moment, !object.record.isNew else { continue }
      let unsaved = object.record.unsaved
      drop(object.record)
      if !unsaved.isEmpty { store.tell(DataStoreError.deleted, of: object.record, unsaved) }
    }
  }
}

extension FetchedRow {
  fileprivate func id(_ places: RowPlaces) -> Value? { places.key.map { self[$0] } }
}
