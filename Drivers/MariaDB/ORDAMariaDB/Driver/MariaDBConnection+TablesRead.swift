internal import ORDA

extension MariaDBConnection: TableReadingConnection {
  func tablesRead(by request: PrepareRequest) throws(DatabaseError) -> ChangeInterest {
    try makeFree()
    let schema = try rows(of: "SELECT DATABASE()", []).first?.first
    return try schemaReader.tablesRead(by: request.sql, in: schema.map(\.name).flatMap { $0.isEmpty ? nil : $0 })
  }
}
