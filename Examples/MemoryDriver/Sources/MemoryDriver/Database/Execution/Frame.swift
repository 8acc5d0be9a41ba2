import ORDA

/// What an expression is evaluated in: the bound values, and the row of each table that is at hand.
final class Frame {
  let parameters: [Value]
  let canceller: MemoryCanceller
  var rows: [[Value]] = []
  var aggregates: [Value] = []

  init(parameters: [Value], canceller: MemoryCanceller) {
    self.parameters = parameters
    self.canceller = canceller
  }
}

/// An expression whose names are looked up, ready to be run for each row.
typealias Evaluation = (Frame) throws(DatabaseError) -> Value

/// The tables that a statement's names are looked up in.
struct Scope {
  var sources: [(schema: TableSchema, alias: String)] = []

  init() {}
  init(of schema: TableSchema) { sources = [(schema, schema.name)] }

  /// The table and column that a name means.
  func place(of name: String, in table: String?) throws(DatabaseError) -> (source: Int, column: Int) {
    var found: [(source: Int, column: Int)] = []
    var isTable = false
    for (index, source) in sources.enumerated() where table == nil || source.alias.lowercased() == table?.lowercased() {
      isTable = true
      if let column = source.schema.columns.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
        found.append((index, column))
      }
    }
    if let table, !isTable { throw DatabaseError(.noSuchTable, "FROM names no table \(table)", table: table) }
    if let only = found.first, found.count == 1 { return only }
    if !found.isEmpty {
      throw DatabaseError(.syntax, "the column \(name) is in several tables; write table.\(name)", column: name)
    }
    let columns = sources.flatMap { $0.schema.columns.map(\.name) }
    let hint = nearestName(to: name, among: columns).map { "; did you mean \($0)?" } ?? ""
    throw DatabaseError(.noSuchColumn, "there is no column \(name)\(hint)", column: name)
  }
}
