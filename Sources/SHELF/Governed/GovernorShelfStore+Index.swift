internal import ORDA

extension GovernorShelfStore {
  /// The fields of a type that every object of it has a key for.
  ///
  /// The objects are asked each time: their rows say with which fields they were saved.
  public func completeFields(of type: String) async throws -> Set<ShelfField> {
    let opened = try await opened()
    let inUse = try await db.query(
      Int64.self,
      """
      SELECT number FROM \(tables.types) WHERE name = \(type) AND EXISTS \
      (SELECT 1 FROM \(tables.objects) WHERE \(tables.objects).type = \(tables.types).number)
      """)
    var known = opened.numbers.known
    if !inUse.allSatisfy({ known.types[$0] != nil }) { known = try await opened.numbers.load() }
    var complete: Set<Int64>?
    for number in inUse {
      let fields = Set(known.types[number]?.fields ?? [])
      complete = complete?.intersection(fields) ?? fields
    }
    // Without objects, all have all keys.
    if complete == nil { known = try await opened.numbers.load() }
    let fields = known.fields.filter { $0.value.type == type && complete?.contains($0.key) != false }
    return Set(fields.values.map(\.field))
  }

  /// Tells whether every object of a type has a key for a field.
  public func complete(_ field: ShelfField, of type: String) async throws -> Bool {
    // Without objects, a field's number is all there is to note.
    _ = try await opened().numbers.number(of: field, in: type)
    return try await completeFields(of: type).contains(field)
  }

  /// Adds keys of objects that were saved without them.
  public func fill(
    _ type: String, _ keys: [(id: ShelfId, revision: ShelfRevision, keys: [ShelfFieldKey])]
  ) async throws {
    let opened = try await opened()
    try await planning(opened.numbers) {
      let plan = try await FillPlan(type, keys, opened.numbers)
      try await db.transaction(retrying: Self.tries, isolation: .readCommitted, mark: mark) { _ in
        try plan.run(opened.statements)
      }
    }
  }

  /// The ids of the objects that refer to an id.
  public func referrers(to target: ShelfId, after id: ShelfId?, limit: Int) async throws -> [ShelfId] {
    guard limit > 0 else { return [] }
    let after: any ValueConvertible = id.map(StoredId.init) ?? [UInt8]()
    return try await opened().statements.referrers.query(StoredId.self, StoredId(target), after, limit).map(\.id)
  }

  /// The objects that have expired, the earliest first.
  public func expired(before seconds: Double, limit: Int) async throws -> [ShelfId] {
    guard limit > 0 else { return [] }
    _ = try await opened()
    return try await db.query(
      StoredId.self,
      """
      SELECT object FROM \(tables.keys) WHERE field = \(ShelfTables.expiry) AND value < \(ShelfKey.number(seconds).bytes) \
      ORDER BY value, object LIMIT \(limit)
      """
    ).map(\.id)
  }
}
