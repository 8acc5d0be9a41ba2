internal import ORDA

/// Undoing.
extension DataStore {
  /// How many turns of the main actor can be undone. The default is 0: nothing is kept.
  ///
  /// What is taken back: `@Stored` properties and those of `@Observable` objects that the program sets, objects that it inserts
  /// and deletes, and bulk updates and deletions by keys, whether the objects are alive or not. What is not: objects that
  /// `save(_:)` alone writes, SQL of the program's own, and what other programs write. What is kept holds the objects.
  public var undoLimit: Int {
    get { history.limit }
    set {
      history.limit = newValue
      for table in allTables { table.link.keepsUndo = history.isKeeping }
    }
  }

  /// True if ``undo()`` takes something back.
  public var canUndo: Bool { history.canUndo }
  /// True if ``redo()`` does something again.
  public var canRedo: Bool { history.canRedo }

  /// Takes back what the last turn changed: properties, insertions and deletions, as one transaction.
  ///
  /// A property gets the value that it had before that turn, though somebody else may have set it since.
  ///
  /// - Returns: False if there is nothing.
  @discardableResult
  public func undo() -> Bool { go(.undoing) }

  /// Repeats what was undone last. Any change in between makes that impossible.
  ///
  /// - Returns: False if there is nothing.
  @discardableResult
  public func redo() -> Bool { go(.redoing) }

  /// Forgets what could be undone and redone.
  public func forgetUndo() { history.clear() }

  private func go(_ direction: UndoHistory.Direction) -> Bool {
    // What this turn has set so far counts as a turn.
    collectIfAutosaving()
    let steps = history.begin(direction)
    for step in steps { step() }
    collectIfAutosaving()
    history.end()
    return !steps.isEmpty
  }
}

/// What is taken back.
extension DataStore {
  /// Registers a step of this turn.
  func register(_ step: @escaping UndoHistory.Step) {
    if !history.isKeeping { return }
    history.register(step)
    // The turn ends with it.
    planCollection()
  }

  /// Registers a deletion with ``undo()``.
  func registerDeletion(of kept: KeptRows, _ objects: [any DataObject], again: @escaping UndoHistory.Step) {
    register { [weak self] in
      guard let self else { return }
      let plan = WritePlan(self)
      plan.add(.insertion(kept))
      self.submit(plan)
      for object in objects { self.table(ofObject: object)?.revive(object) }
      for table in self.allTables { self.followers.changed(rowsOf: table) }
      self.register(again)
    }
  }

  /// Registers a bulk update with ``undo()``.
  func registerUpdate(_ update: BulkUpdate) {
    guard let keeping = update.keeping else { return }
    register { [weak self] in
      guard let self else { return }
      let plan = WritePlan(self)
      plan.add(.reversal(keeping.rows))
      self.rereadWhatIsFetched(of: keeping.table)
      self.submit(plan) { [weak self] _ in self?.rereadAll(of: keeping.table) }
      self.register { self.repeatUpdate(update, keeping) }
    }
  }

  /// Repeats a bulk update that was undone.
  private func repeatUpdate(_ update: BulkUpdate, _ keeping: BulkUpdate.Keeping) {
    var update = update
    update.keeping?.rows = KeptRows()
    let plan = WritePlan(self)
    plan.add(.statement(update))
    rereadWhatIsFetched(of: keeping.table)
    submit(plan) { [weak self] _ in self?.rereadAll(of: keeping.table) }
    registerUpdate(update)
  }

  /// What keeps the old values of a bulk update, if it can be undone.
  func keeping(_ columns: [String], of table: any ObjectTable, where condition: SQL) -> BulkUpdate.Keeping? {
    guard history.isKeeping else { return nil }
    return BulkUpdate.Keeping(
      rows: KeptRows(), table: table.table, columns: [table.key] + columns, condition: condition)
  }
}

extension TypedObjectTable {
  /// Takes a deleted object in again. Its row was inserted again before, and gets all of the object's values.
  func revive(_ object: any DataObject) {
    guard let object = object as? Object, object.record.isDeleted else { return }
    let key = Key(object.uniqueID)
    if entity.isUniqued, cached(key) != nil { return }
    let record = object.record
    record.isDeleted = false
    record.keeper = nil
    adopt(object)
    record.isNew = true
    record.unsaved.formUnion(attributeColumns)
    store.list(record)
  }
}
