import ORDA

/// Whether a call gives a value for each parameter of its statement.
enum ParameterJudge {
  static func judge(_ values: FoundStatement.GivenValues, _ statement: ParsedStatement) -> Finding? {
    let parameters: Parameters
    switch values {
    case .unknown: return nil
    case .list(let count): parameters = Parameters(values: Array(repeating: nil, count: count))
    case .named(let names): parameters = Parameters(pairs: names.map { ($0, nil) })
    }
    do throws(DatabaseError) {
      _ = try parameters.resolve(statement.parameters)
      return nil
    } catch {
      return Finding(error.kind, error.message)
    }
  }
}
