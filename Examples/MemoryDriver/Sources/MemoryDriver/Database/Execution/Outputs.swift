import ORDA

/// The columns of a result, and how their values are made.
struct Outputs {
  private(set) var columns: [Column] = []
  private var evaluations: [Evaluation] = []

  init(_ outputs: [Output], _ compiler: inout Compiler) throws(DatabaseError) {
    for output in outputs {
      switch output {
      case .expression(let expression, let name): try add(expression, name, &compiler)
      case .all(let table):
        let sources = compiler.scope.sources.filter { table == nil || $0.alias.lowercased() == table?.lowercased() }
        if sources.isEmpty { throw DatabaseError(.noSuchTable, "there is no table for \(table ?? "")*", table: table) }
        for source in sources {
          for column in source.schema.columns {
            try add(.column(table: source.alias, name: column.name), column.name, &compiler)
          }
        }
      }
    }
  }

  private mutating func add(
    _ expression: Expression, _ name: String, _ compiler: inout Compiler
  ) throws(DatabaseError) {
    evaluations.append(try compiler.compile(expression))
    var column = Column(name: name)
    if case .column(let table, let name) = expression {
      let place = try compiler.scope.place(of: name, in: table)
      let schema = compiler.scope.sources[place.source].schema
      let origin = schema.columns[place.column]
      column.declaredType = origin.declaredType
      column.table = schema.name
      column.origin = origin.name
      column.isNullable = origin.isNullable
    }
    columns.append(column)
  }

  /// The row of the result that the frame's rows make.
  func row(_ frame: Frame) throws(DatabaseError) -> [Value] {
    var row: [Value] = []
    row.reserveCapacity(evaluations.count)
    for evaluation in evaluations { row.append(try evaluation(frame)) }
    return row
  }

  /// The column that a term of ORDER BY means by its number or its name; nil where it means none.
  func evaluation(of term: Expression) throws(DatabaseError) -> Evaluation? {
    switch term {
    case .constant(.int(let number)):
      guard let place = Int(exactly: number), evaluations.indices.contains(place - 1) else {
        throw DatabaseError(.noSuchColumn, "ORDER BY \(number) is no column of the result")
      }
      return evaluations[place - 1]
    case .column(nil, let name):
      return columns.firstIndex { $0.name.lowercased() == name.lowercased() }.map { evaluations[$0] }
    default: return nil
    }
  }
}
