/// Writing throws what the database says, and the entry, the table and the log tell it too.
extension TableEntry {
  /// Sets a column: one UPDATE of one column and one row. Blocks until it is written.
  ///
  /// - Throws: ``DatabaseError``: `noSuchColumn`, `noSuchRow` where the row is gone, and what the database says.
  public func set(_ name: String, to value: (any ValueConvertible)?) throws {
    try update { $0.set(name, to: value) }
  }

  /// Sets several columns by one UPDATE.
  ///
  /// ```swift
  /// try track.update { $0["name"] = "Blue in Green"; $0["milliseconds"] = 327_000 }
  /// ```
  ///
  /// - Throws: What the closure throws, after which nothing is written, and ``DatabaseError`` as ``set(_:to:)-(String,_)``.
  public func update(_ body: (inout EntryDraft) throws -> Void) throws {
    var draft = EntryDraft(self)
    try body(&draft)
    try write(draft)
  }

  func write(_ draft: EntryDraft) throws {
    do {
      if let failure = draft.failure { throw failure }
      try home.update(self, draft.changes)
    } catch {
      home.report(error, of: self, columns: draft.changes.map { home.plan.names.names[$0.column] })
      throw error
    }
    note(nil)
  }

  /// Deletes the row.
  ///
  /// - Throws: ``DatabaseError``; of kind `noSuchRow` where it is gone already.
  public func delete() throws {
    do {
      try home.delete(self)
    } catch {
      home.report(error, of: self, columns: [])
      throw error
    }
  }

  /// Reads the row again, and waits for it. Otherwise an entry follows by itself what is heard of.
  ///
  /// - Throws: ``DatabaseError``.
  public func refresh() throws { try home.refresh(self) }

  /// The entry of the row that a column refers to by a foreign key; nil where it is NULL, or there is none.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` where the column refers to nothing.
  public func related(_ name: String) throws -> TableEntry? {
    let definition = home.plan.definition
    let column = home.plan.names.names[try home.plan.index(of: name)]
    // The reference by this column alone goes first.
    let references = definition.foreignKeys.filter { $0.columns.contains(column) }
    guard let reference = references.first(where: { $0.columns.count == 1 }) ?? references.first,
      reference.columns.count == reference.referencedColumns.count
    else {
      throw DatabaseError(.misuse, "\(definition.name.name).\(column) refers to no other table", column: column)
    }
    let values = reference.columns.map { self[$0] as Value }
    if values.contains(where: \.isNull) { return nil }
    let other = try home.owner.table(
      TableName(
        schema: reference.referencedTable.schema ?? definition.name.schema, name: reference.referencedTable.name))
    if other.keyNames == reference.referencedColumns { return try other.entry(key: values) }
    let condition = zip(reference.referencedColumns, values).map { "\(identifier: $0) = \($1)" as SQL }
    return try other.select(where: condition.joined(separator: " AND ")).first
  }
}

/// The same, awaited: each runs on a connection's own thread and blocks no other.
extension TableEntry {
  /// Sets a column: one UPDATE of one column and one row.
  public func set(_ name: String, to value: (any ValueConvertible)?) async throws {
    try await home.owner.leased(.writer) { [self] in try set(name, to: value) }
  }

  /// Sets several columns by one UPDATE.
  public func update(_ body: (inout EntryDraft) throws -> Void) async throws {
    var draft = EntryDraft(self)
    try body(&draft)
    let finished = draft
    try await home.owner.leased(.writer) { [self] in try write(finished) }
  }

  /// Deletes the row.
  public func delete() async throws { try await home.owner.leased(.writer) { [self] in try delete() } }

  /// Reads the row again.
  public func refresh() async throws { try await home.owner.leased(.reader) { [self] in try refresh() } }

  /// The entry of the row that a column refers to by a foreign key; nil where it is NULL, or there is none.
  public func related(_ name: String) async throws -> TableEntry? {
    try await home.owner.leased(.reader) { [self] in try related(name) }
  }
}

/// What is to be set in an entry: lent to the closure of ``TableEntry/update(_:)-((EntryDraft)->Void)``.
public struct EntryDraft: Sendable {
  private let entry: TableEntry
  private(set) var changes: [(column: Int, value: Value)] = []
  /// The first thing that was wrong.
  private(set) var failure: DatabaseError?

  init(_ entry: TableEntry) { self.entry = entry }

  /// A column's value: the one set here, else the entry's.
  public subscript(name: String) -> Value {
    get {
      guard let column = entry.home.plan.names.index(of: name) else { return .null }
      return changes.last { $0.column == column }?.value ?? entry.value(column)
    }
    set { set(name, to: newValue) }
  }

  /// A column's value as a type: the one set here, else the entry's.
  public subscript<T: ColumnValue & ValueConvertible>(name: String) -> T? {
    get { try? T(value: self[name] as Value) }
    set { set(name, to: newValue) }
  }

  /// Sets a column. A name that no column has, or a value that can't be stored, has the update throw.
  public mutating func set(_ name: String, to value: (any ValueConvertible)?) {
    do throws(DatabaseError) {
      let column = try entry.home.plan.index(of: name)
      let value = try value?.value() ?? .null
      if let place = changes.firstIndex(where: { $0.column == column }) {
        changes[place].value = value
      } else {
        changes.append((column, value))
      }
    } catch {
      failure = failure ?? error
    }
  }
}
