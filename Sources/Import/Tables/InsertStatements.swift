import ORDA

/// The statements that insert records of different columns, each prepared once.
struct InsertStatements {
  /// How many are kept; a file in which every record has other columns must not fill the memory.
  private static let limit = 100
  private let table: String
  private let transaction: Transaction
  private var statements: [Int: any Statement] = [:]

  init(table: String, transaction: Transaction) {
    self.table = table
    self.transaction = transaction
  }

  /// The statement for the current record.
  ///
  /// - Throws: `DatabaseError`, for example if the table has no such column.
  mutating func statement(for records: any RecordSource) throws -> any Statement {
    if let statement = statements[records.shape] { return statement }
    let columns = records.columns.map { "\(identifier: $0)" as SQL }.joined(separator: ", ")
    let marks = records.columns.map { _ in "?" as SQL }.joined(separator: ", ")
    let statement = try transaction.prepare("INSERT INTO \(identifier: table) (\(sql: columns)) VALUES (\(sql: marks))")
    if statements.count >= Self.limit { statements.removeAll() }
    statements[records.shape] = statement
    return statement
  }
}
