import ORDA
import ORDAThreads

/// One of the databases that are served.
final class ServedDatabase: Sendable {
  /// What it is called in addresses.
  let name: String
  let governor: any Governor
  let kind: DatabaseKind
  let isWritable: Bool
  /// How long a statement may take.
  let limit: Duration
  /// How many bytes a file may have that is imported.
  let largestUpload: Int
  private let cache: CatalogCache

  init(name: String, governor: any Governor, isWritable: Bool, limit: Duration, largestUpload: Int) {
    self.name = name
    self.governor = governor
    self.isWritable = isWritable
    self.limit = limit
    self.largestUpload = largestUpload
    kind = DatabaseKind(driverName: governor.driverName)
    cache = CatalogCache(governor, hasRowids: kind == .sqlite)
  }

  /// Its URL without passwords.
  var shownURL: String { governor.url.description }

  func catalog() async throws -> Catalog { try await cache.catalog() }

  /// A table by its name.
  ///
  /// - Throws: ``Problem`` where there is none.
  func table(_ name: String) async throws -> TableShape {
    if let table = try await catalog().table(name) { return table }
    // It may have been made just now.
    cache.forget()
    if let table = try await catalog().table(name) { return table }
    throw Problem(.notFound, "There is no table or view called \(name).", kind: "noSuchTable")
  }

  /// What the catalog says may be wrong.
  func forgetCatalog() { cache.forget() }

  /// Reads one page of a table.
  func page(_ request: TableRequest, of table: TableShape) async throws -> TablePage {
    let select = TableSelect(table: table, request: request, kind: kind, longest: ShownValue.longestText)
    return try await reading {
      TablePage(select, try await governor.query(select.sql, .none, timeout: limit).rows)
    }
  }

  /// Reads one page of a table as JSON.
  ///
  /// - Parameter longest: How many characters of a text are shown, or how many bytes; one more tells that there are more.
  func writtenPage(_ request: TableRequest, of table: TableShape, longest: Int) async throws -> WrittenPage {
    let select = TableSelect(
      table: table, request: request, kind: kind, longest: longest, readsAll: kind.lendsValues)
    let written = Lock<WrittenPage?>(nil)
    try await reading {
      try await governor.withExecution(of: select.sql, Parameters.none, timeout: limit) { execution in
        let page = try WrittenPage(select, execution)
        written.withLock { $0 = page }
      }
    }
    guard let page = written.withLock({ $0 }) else { throw CancellationError() }
    return page
  }

  /// Reads by what the catalog says, and forgets that where it is wrong.
  private func reading<R>(_ read: () async throws -> R) async throws -> R {
    do {
      return try await read()
    } catch let error as DatabaseError where error.kind == .noSuchColumn || error.kind == .noSuchTable {
      cache.forget()
      throw error
    }
  }

  /// One row, whole; nil if there is none.
  func row(_ key: [Value], of table: TableShape, columns: [String]? = nil, longest: Int = 65_536) async throws
    -> FetchedRow?
  {
    var request = TableRequest()
    request.rows = 1
    let select = TableSelect(table: table, request: request, kind: kind, longest: longest)
    return try await governor.first(select.row(key, columns), .none, timeout: limit)
  }

  /// How many rows there are; nil where counting takes too long.
  func count(_ select: TableSelect, within limit: Duration) async -> Int64? {
    try? await governor.first(select.count, .none, timeout: limit)?.get(0)
  }
}

extension TableSelect {
  /// The statement that reads one row by its key.
  ///
  /// - Parameter columns: The columns that are wanted whole; nil for the beginnings of all.
  func row(_ key: [Value], _ columns: [String]? = nil) -> SQL {
    let wanted: [SQL] =
      if let columns {
        columns.map { table.sql($0) }
      } else {
        table.columns.map(beginning)
      }
    let conditions = zip(table.keyNames, key).map { "\(table.sql($0)) = \($1)" as SQL }
    return """
      SELECT \(wanted.joined(separator: ", ")) FROM \(table.source) WHERE \(conditions.joined(separator: " AND "))
      """
  }
}
