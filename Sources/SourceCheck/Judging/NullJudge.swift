import ORDA

/// Whether a column of a result may be NULL. It only says so if the schema and the words of the statement leave no
/// doubt.
struct NullJudge {
  let columns: [Column]
  let text: StatementText
  let facts: SchemaFacts

  private var shape: SelectShape { text.shape }

  /// Why a column may be NULL; nil if it can't be, or that is not known.
  func reason(_ index: Int) throws -> String? {
    guard columns.indices.contains(index) else { return nil }
    let column = columns[index]
    guard let origin = column.origin, let table = column.table else { return aggregate(index) }
    guard let description = try facts.table(table, schema: column.schema), description.kind == .table,
      let declared = description.column(named: origin)
    else { return nil }
    // Most columns are neither, and then the words need not be read.
    guard declared.isNullable || text.mayJoinLeft else { return nil }
    guard !shape.writes, !shape.isOpaque else { return nil }
    // A view has conditions of its own, which the statement does not show.
    guard !shape.pieces.contains(where: { $0.name.map(facts.views.contains) ?? false }) else { return nil }
    if declared.isNullable {
      return nullable(column, declared, in: description) ? "column \(origin) of \(table) may be NULL" : nil
    }
    return try isOptional(description) ? "column \(origin) of \(table), joined by LEFT JOIN, may be NULL" : nil
  }

  /// Without rows all aggregates except counts are NULL.
  private func aggregate(_ index: Int) -> String? {
    guard !shape.writes, shape.isSingle, !shape.isGrouped, let call = shape.call(index) else { return nil }
    guard ["max", "min", "sum", "avg", "group_concat"].contains(call.function) else { return nil }
    // max(a, b) compares the values of one row.
    guard call.function == "group_concat" || !call.arguments.contains(where: { $0.word == "," && $0.depth == 1 }) else {
      return nil
    }
    return "\(call.function)(…) is NULL where there are no rows"
  }

  /// True if a column that accepts NULL is read as it is: no condition mentions it, by any name.
  private func nullable(
    _ column: Column, _ declared: ColumnDescription, in table: TableDescription
  ) -> Bool {
    guard declared.generated == .none else { return false }
    let name = declared.name.lowercased()
    let checked = table.checkConstraints.contains { check in
      check.expression.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains(Substring(name))
    }
    if checked { return false }
    var names: Set = [name, column.name.lowercased()]
    // In a nested query it may have yet another name.
    if !shape.isSingle { names.formUnion(shape.aliases) }
    return names.isDisjoint(with: shape.conditionNames)
  }

  /// True if a table's row may be missing, since it is joined by LEFT JOIN and nothing requires it.
  private func isOptional(_ table: TableDescription) throws -> Bool {
    guard shape.isSingle, let sources = shape.sources else { return false }
    let name = table.name.name.lowercased()
    let reads = sources.filter { $0.table == name }
    guard reads.count == 1, let read = reads.first, read.isOptional else { return false }
    let columns = Set(table.columns.map { $0.name.lowercased() })
    for filter in shape.filters {
      if filter.qualifier == read.alias || (filter.qualifier == nil && columns.contains(filter.name)) { return false }
    }
    // A reference that is always there leads to a row that is always there.
    for other in sources where other.alias != read.alias {
      guard let description = try facts.table(other.table) else { return false }
      for key in description.foreignKeys where key.referencedTable.name.lowercased() == name {
        let refersAlways = key.columns.allSatisfy { column in
          description.column(named: column)?.isNullable == false
            || shape.filters.contains { $0.name == column.lowercased() }
        }
        if refersAlways { return false }
      }
    }
    return true
  }
}
