/// An entry seen through a schema: its columns are properties.
///
/// ```swift
/// jazz.name = "Swing"             // writes, as entry["name"] does
/// jazz[\.name]                    // always the column, also where the entry has a member of that name
/// ```
///
/// It is a view: two are equal if their entries are the same object.
@dynamicMemberLookup
public struct TypedEntry<Schema: TableSchema>: Sendable, Hashable {
  /// The entry.
  public let entry: TableEntry
  // Not retained, since that would take a quarter of reading a value: the table, which the entry holds, keeps them for
  // good.
  @usableFromInline let places: Unmanaged<SchemaPlaces>

  /// A view of an entry. It does not compare the schema with the table; ``SQLExecutor/table(_:)-(Schema.Type)`` does
  /// that.
  public init(_ entry: TableEntry) {
    self.entry = entry
    places = .passUnretained(entry.home.places(of: Schema.self))
  }

  /// True if the entries are the same object.
  public static func == (left: Self, right: Self) -> Bool { left.entry === right.entry }
  /// Hashes the entry's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(entry) }

  /// A column's value. Setting it writes at once and blocks until it is written; if that fails the value stays as it
  /// was, and the entry's `lastError` has the reason. `set(_:to:)` throws instead.
  @inlinable
  public subscript<T: SchemaValue>(dynamicMember column: KeyPath<Schema, TableColumn<Schema, T>>) -> T {
    // Inlined into the program: its compiler knows where the key path points, and makes none.
    @inline(__always) get { self[column] }
    nonmutating set { self[column] = newValue }
  }

  /// A column's value, even if a member of the entry has the column's name.
  @inlinable
  public subscript<T: SchemaValue>(column: KeyPath<Schema, TableColumn<Schema, T>>) -> T {
    @inline(__always)
    get {
      // A nil that was read must not pass for a failure.
      do { return try get(column) } catch { return T.placeholder }
    }
    nonmutating set { try? set(column, to: newValue) }
  }

  /// Reads a column strictly.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch` or `outOfRange`, naming the column.
  @inlinable @inline(__always)
  public func get<T: SchemaValue>(_ column: KeyPath<Schema, TableColumn<Schema, T>>) throws -> T {
    if let place = places._withUnsafeGuaranteedRef({ $0.place(of: column) }) { return try entry.get(place) }
    return try entry.get(Schema()[keyPath: column].name)
  }

  /// Sets a column: one UPDATE of one column and one row.
  ///
  /// - Throws: ``DatabaseError``.
  public func set<T: SchemaValue>(_ column: KeyPath<Schema, TableColumn<Schema, T>>, to value: T) throws {
    try entry.set(Schema()[keyPath: column].name, to: value)
  }

  /// Sets a column if its value still is the expected one. That is compared with what is stored, byte by byte, while
  /// the row is locked.
  ///
  /// - Throws: ``DatabaseError``; of kind `changedMeanwhile` if the value differs: nothing is written, and
  ///   ``DatabaseError/found`` has what is there.
  public func set<T: SchemaValue>(
    _ column: KeyPath<Schema, TableColumn<Schema, T>>, to value: T, ifStill expected: T
  ) throws {
    try entry.set(Schema()[keyPath: column].name, to: value, ifStill: expected)
  }

  /// Sets several columns, in one transaction and by one UPDATE.
  ///
  /// ```swift
  /// try card.update { $0.votes += 1 }
  /// ```
  ///
  /// A column that the draft reads comes from the row, with the lock that a write takes: nothing that others write
  /// meanwhile is lost. Within a transaction the update is part of it.
  ///
  /// - Throws: What the closure throws, and ``DatabaseError``; of kind `typeMismatch` or `outOfRange` if a column that
  ///   it reads can't be read as its type.
  public func update(_ body: (inout TypedDraft<Schema>) throws -> Void) throws {
    try entry.update { try TypedDraft.fill(&$0, by: body) }
  }

  /// Sets several columns if the row still is what the program has seen. All columns are compared with what is stored,
  /// byte by byte, while the row is locked. The snapshot is one of ``entry``.
  ///
  /// - Throws: As `update`, and ``DatabaseError`` of kind `changedMeanwhile`.
  public func update(ifStill seen: EntrySnapshot, _ body: (inout TypedDraft<Schema>) throws -> Void) throws {
    try entry.update(ifStill: seen) { try TypedDraft.fill(&$0, by: body) }
  }

  /// Deletes the row.
  public func delete() throws { try entry.delete() }

  /// Reads the row again, now.
  public func refresh() throws { try entry.refresh() }

  /// All columns at one moment; as ``TableEntry/snapshot()``.
  public func snapshot() -> EntrySnapshot { entry.snapshot() }

  /// The values by which the database identifies the row.
  public var key: RowKey { entry.key }

  /// Calls a closure after each commit that changed the row, until the returned object is cancelled or released; as
  /// ``TableEntry/observe(_:)``.
  ///
  /// ```swift
  /// let observation = card.observe { change in if change.contains(\.votes) { … } }
  /// ```
  public func observe(_ observer: @escaping @Sendable (TypedEntryChange<Schema>) -> Void) -> EntryObservation {
    entry.observe { observer(TypedEntryChange($0)) }
  }

  /// The entry of the row that a column's foreign key refers to; nil if the column is NULL, or there is no such row.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` if the column has no foreign key.
  public func related<T>(_ column: KeyPath<Schema, TableColumn<Schema, T>>) throws -> TableEntry? {
    try entry.related(Schema()[keyPath: column].name)
  }

  /// The same, seen through the schema of the other table.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` if the column refers to another table than the schema's.
  public func related<T, Other: TableSchema>(
    _ column: KeyPath<Schema, TableColumn<Schema, T>>, as other: Other.Type
  ) throws -> TypedEntry<Other>? {
    guard let found = try related(column) else { return nil }
    guard found.table === (try found.table.governor.table(other)).table else {
      throw DatabaseError(.misuse, "the column refers to \(found.table.name), which is not the table of \(other)")
    }
    return TypedEntry<Other>(found)
  }
}

/// The same, awaited.
extension TypedEntry {
  /// Sets a column: one UPDATE of one column and one row.
  public func set<T: SchemaValue>(_ column: KeyPath<Schema, TableColumn<Schema, T>>, to value: T) async throws {
    try await entry.set(Schema()[keyPath: column].name, to: value)
  }

  /// Sets a column if its value still is the expected one.
  public func set<T: SchemaValue>(
    _ column: KeyPath<Schema, TableColumn<Schema, T>>, to value: T, ifStill expected: T
  ) async throws {
    try await entry.set(Schema()[keyPath: column].name, to: value, ifStill: expected)
  }

  /// Sets several columns, in one transaction and by one UPDATE.
  ///
  /// - Parameter body: Runs on a connection's own thread.
  public func update(_ body: @escaping @Sendable (inout TypedDraft<Schema>) throws -> Void) async throws {
    try await entry.update { try TypedDraft.fill(&$0, by: body) }
  }

  /// Sets several columns if the row still is what the program has seen.
  ///
  /// - Parameters:
  ///   - seen: What the row was when the program looked at it.
  ///   - body: Runs on a connection's own thread.
  public func update(
    ifStill seen: EntrySnapshot, _ body: @escaping @Sendable (inout TypedDraft<Schema>) throws -> Void
  ) async throws {
    try await entry.update(ifStill: seen) { try TypedDraft.fill(&$0, by: body) }
  }

  /// Deletes the row.
  public func delete() async throws { try await entry.delete() }

  /// Reads the row again, now.
  public func refresh() async throws { try await entry.refresh() }

  /// The entry of the row that a column's foreign key refers to; nil if the column is NULL, or there is no such row.
  public func related<T>(_ column: KeyPath<Schema, TableColumn<Schema, T>>) async throws -> TableEntry? {
    try await entry.related(Schema()[keyPath: column].name)
  }
}
