internal import Synchronization

/// Optimistic locking: a column that counts its row's changes.
///
/// If a table has one, each write of an entry counts it up, and happens only if it is what the program has seen.
extension GovernedTable {
  /// The place of the column that counts; nil if there is none.
  var version: Int? {
    let column = versionColumn.load(ordering: .acquiring)
    return column < 0 ? nil : column
  }

  /// Has all writes of the table compare and count a column from now on.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchColumn`, or `misuse` for a column that can't count, and if another one
  ///   already does.
  func count(by name: String) throws(DatabaseError) {
    let column = try plan.index(of: name)
    guard let description = plan.definition.column(named: plan.names.names[column]) else { throw plan.unknown(name) }
    var isNumber = false
    if case .integer = owner.schemaDialect.type(of: description) { isNumber = true }
    guard isNumber, !description.isNullable, description.generated == .none, !plan.key.contains(column) else {
      throw DatabaseError(
        .misuse, "a version column holds a whole number, is NOT NULL, and is no part of the key: \(name) is not so",
        table: plan.definition.name.name, column: name)
    }
    let (isFirst, before) = versionColumn.compareExchange(
      expected: -1, desired: column, ordering: .acquiringAndReleasing)
    guard isFirst || before == column else {
      throw DatabaseError(
        .misuse, "\(plan.names.names[before]) is the version column of \(plan.definition.name.name) already",
        table: plan.definition.name.name, column: name)
    }
  }

  /// Refuses values for the column that counts.
  func checkVersion(_ columns: some Sequence<Int>) throws(DatabaseError) {
    guard let version, columns.contains(version) else { return }
    throw DatabaseError(
      .misuse, "\(plan.names.names[version]) is the version column, which is counted with each write and can't be set",
      table: plan.definition.name.name, column: plan.names.names[version])
  }

  /// The error of a write meant for a row that has changed.
  func changedMeanwhile(_ entry: TableEntry, column: Int) -> DatabaseError {
    var error = DatabaseError(
      .changedMeanwhile,
      "\(plan.names.names[column]) is not what it was any more: somebody has written the row meanwhile",
      table: plan.definition.name.name, column: plan.names.names[column])
    error.found = entry.knownSnapshot
    return error
  }
}
