internal import CSQLite
internal import ORDA

/// Lists that are bound as one parameter: in SQL, the rows of the table orda_list(?), which lists.h makes.
extension SQLiteConnection {
  /// Prepares a statement with lists.
  func statement(withLists request: PrepareRequest) throws(DatabaseError) -> SQLiteStatement {
    let sql = try request.sql { (list, parameter) throws(DatabaseError) in
      guard list.shape.columnCount <= Int(ORDA_LIST_COLUMNS) else {
        throw DatabaseError(
          .misuse, "a list has \(list.shape.columnCount) columns, and on SQLite \(ORDA_LIST_COLUMNS) at most")
      }
      let columns = list.shape.kinds.enumerated().map { Self.column($0, of: $1) }.joined(separator: ", ")
      return "(SELECT \(columns) FROM orda_list(\(parameter)))"
    }
    do throws(DatabaseError) {
      for list in request.lists { if let column = list.column { try check(column) } }
      let (handle, _) = try compiled(sql, isPersistent: request.isPersistent)
      return SQLiteStatement(
        handle: handle, connection: self, keyword: request.keyword, written: request.sql, lists: request.lists)
    } catch {
      var error = error
      error.sql = request.sql
      throw error
    }
  }
}

extension SQLiteConnection {
  /// Makes sure that there is a column. SQLite compares a list by the collation of the expression before `IN`, so the
  /// column need not be declared.
  ///
  /// - Throws: `noSuchTable` or `noSuchColumn`.
  private func check(_ column: ColumnName) throws(DatabaseError) {
    let quoted = dialect.quoted(identifier:)
    let schema = column.table.schema.map { quoted($0) + "." } ?? ""
    do throws(DatabaseError) {
      sqlite3_finalize(
        try compile("SELECT \(quoted(column.column)) FROM \(schema)\(quoted(column.table.name))", isPersistent: false))
    } catch {
      var error = error
      error.message += ", which \\(list:of:) names as \(column)"
      error.table = error.table ?? column.table.name
      throw error
    }
  }

  /// A list's column, as it is compared.
  ///
  /// The sign makes it like a bound value: without an affinity, so that the other side's is applied. A text's affinity
  /// leaves strings and bytes alone, so they need no sign. Without the sign SQLite uses all columns of an index for a
  /// list of rows that begins with strings or bytes; for others it uses the columns that are compared like the first.
  /// list of rows that begins with them; for others it uses those that are compared as the first is.
  fileprivate static func column(_ number: Int, of kind: ParameterKind?) -> String {
    switch kind {
    case .text, .bytes, .uuid, .date, .time, .timestamp, .instant, .json, .decimal: "c\(number)"
    default: "+c\(number)"
    }
  }
}

extension SQLiteStatement {
  /// Refuses to run with anything but a list bound to a list's parameter.
  func checkLists() throws(DatabaseError) {
    for list in lists where !boundLists.contains(list.index) { throw .valueInPlaceOfList(at: list.index) }
  }
}
