import ORDA

extension Parser {
  /// What follows SELECT. FROM is read first, since what stands before it names its columns.
  mutating func query() throws -> Query {
    let start = place
    while !isNext("FROM"), !token.isEmpty { advance() }
    let from = place
    let sources = take("FROM") ? try list { try $0.tableInScope().name } : []
    let end = place
    place = start
    let outputs = try list { try $0.outputs() }.flatMap(\.self)
    guard place == from else { throw unexpected() }
    place = end
    if Set(outputs.map { $0.aggregate == nil }).count > 1 {
      throw DatabaseError(.unsupported, "a column beside an aggregate needs GROUP BY, which this database has not")
    }
    var query = Query(sources: sources, outputs: outputs, filter: try filter(), order: [])
    if take("ORDER", "BY") {
      query.order = try list { parser in
        let term = try parser.expression()
        let isDescending = parser.take("DESC")
        return (term, isDescending)
      }
    }
    if take("LIMIT") {
      guard case .int(let limit)? = try literal(), limit >= 0 else {
        throw DatabaseError(.syntax, "LIMIT takes a whole number from 0 on")
      }
      query.limit = limit
    }
    return query
  }

  /// One column of the result, or all for a star.
  private mutating func outputs() throws -> [Query.Output] {
    if take("*") {
      return scope.indices.map { Query.Output(column: origin($0), expression: Expression(column: $0)) }
    }
    let start = place
    let aggregate = ["COUNT", "SUM", "MIN", "MAX"].first { take($0, "(") }
    let isOfRows = aggregate == "COUNT" && take("*")
    let expression = isOfRows ? Expression { _ in .int(1) } : try expression()
    if aggregate != nil { try expect(")") }
    var column = Column(name: text(from: start))
    if aggregate == nil, let place = expression.column { column = origin(place) }
    if take("AS") { column.name = try name() }
    return [Query.Output(column: column, expression: expression, aggregate: aggregate)]
  }

  /// What is told of a column that comes from a table.
  private func origin(_ place: Int) -> Column {
    let (_, table, column) = scope[place]
    return Column(
      name: column.name, declaredType: column.declaredType, table: table.name, origin: column.name,
      isNullable: column.isNullable)
  }
}
