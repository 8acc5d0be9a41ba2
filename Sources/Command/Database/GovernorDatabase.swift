import ORDA

/// A database by way of ORDA: a governor, or a transaction of it.
struct GovernorDatabase: Database {
  let governor: any Governor
  /// What statements run on: the governor itself, or the transaction.
  let executor: any Executor

  var shownURL: String { governor.url.description }

  func quoted(_ identifier: String) -> String { governor.dialect.quoted(identifier: identifier) }

  func run(
    _ sql: String, _ arguments: [ParameterValue], columns: ([String]) throws -> Void, row: ([Value]) throws -> Void
  ) throws -> Outcome {
    let statement = try executor.prepare(SQL(text: sql))
    let names = try statement.columns().map(\.name)
    if names.isEmpty {
      let result = try statement.execute(Self.parameters(arguments))
      return Outcome(changed: result.changed, lastID: result.lastID)
    }
    try columns(names)
    try statement.forEach(Self.parameters(arguments)) { try row($0.fetched().values) }
    return Outcome()
  }

  func prepare(_ sql: String) throws -> any PreparedStatement {
    GovernorStatement(statement: try executor.prepare(SQL(text: sql)))
  }

  func transaction(_ body: (any Database) throws -> Void) throws {
    try governor.transaction { try body(GovernorDatabase(governor: governor, executor: $0)) }
  }

  func tables() throws -> [TableFacts] {
    try executor.tables().compactMap { name in
      // Another program may have dropped it since its name was read.
      guard let table = try executor.describe(name), table.kind != .system else { return nil }
      let columns = table.columns.map { column in
        TableFacts.Column(
          name: column.name, type: column.declaredType, isNullable: column.isNullable,
          isKey: column.primaryKeyPosition != nil)
      }
      return TableFacts(name: table.name.name, kind: table.kind.rawValue, columns: columns)
    }
  }

  /// By name where the first has one; the command line takes no mixture.
  private static func parameters(_ arguments: [ParameterValue]) -> Parameters {
    if arguments.first?.name == nil { return Parameters(values: arguments.map(\.value)) }
    return Parameters(pairs: arguments.map { ($0.name ?? "", $0.value) })
  }
}

private struct GovernorStatement: PreparedStatement {
  let statement: any Statement

  func execute(_ values: [Value]) throws { try statement.execute(Parameters(values: values)) }

  func rows(_ values: [Value]) throws -> [[Value]] {
    try statement.query(Parameters(values: values)).rows.map(\.values)
  }
}
