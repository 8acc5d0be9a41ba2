#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import CMariaDB
internal import ORDA

extension MariaDBConnection {
  /// Runs a text that the server can't prepare, and keeps the rows of its first result.
  func values(_ sql: String) throws(DatabaseError) -> (names: [String], rows: [[Value]]) {
    try makeFree()
    if mysql_real_query(handle, sql, UInt(sql.utf8.count)) != 0 { throw error(sql: sql) }
    var answer: (names: [String], rows: [[Value]]) = ([], [])
    if let result = mysql_store_result(handle) {
      defer { mysql_free_result(result) }
      let fields = UnsafeBufferPointer(start: mysql_fetch_fields(result), count: Int(mysql_num_fields(result)))
      let kinds = fields.map { ColumnKind($0) }
      answer.names = fields.map { $0.name.map { String(cString: $0) } ?? "" }
      while let row = mysql_fetch_row(result), let lengths = mysql_fetch_lengths(result) {
        answer.rows.append(
          kinds.indices.map { index in
            guard let cell = row[index] else { return .null }
            return Value(
              mariadbText: UnsafeRawBufferPointer(start: cell, count: Int(lengths[index])), kind: kinds[index])
          })
      }
    }
    if mysql_errno(handle) != 0 { throw error(sql: sql) }
    // Whatever else it returns is discarded, so that the connection is free.
    while mysql_more_results(handle) != 0 {
      if mysql_next_result(handle) > 0 { throw error(sql: sql) }
      if let result = mysql_store_result(handle) { mysql_free_result(result) }
    }
    return answer
  }
}

extension Value {
  /// A value that the server wrote as text; if it can't be read as its column's kind, it stays text.
  fileprivate init(mariadbText bytes: UnsafeRawBufferPointer, kind: ColumnKind) {
    if kind == .bytes {
      self = .bytes(Array(bytes))
      return
    }
    guard let text = TextDecoding.string(bytes.assumingMemoryBound(to: UInt8.self)) else {
      self =
        kind == .bit
        ? .integer(bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
        : TextDecoding.value(bytes.assumingMemoryBound(to: UInt8.self))
      return
    }
    let read: Value? =
      switch kind {
      case .null: .null
      case .int8, .uint8, .int16, .uint16, .int32, .uint32, .int64: Int64(text).map { .int($0) }
      case .uint64: UInt64(text).map { .integer($0) }
      // A FLOAT's digits are those of its shortest text: as a Double it is the same number as in the binary protocol.
      case .float: Float(text).map { .double(Double($0)) }
      case .double: Double(text).map { .double($0) }
      case .decimal: ExactDecimal(text).map { .decimal($0) }
      case .bit: .integer(bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
      case .bytes: .bytes(Array(bytes))
      case .json: .json(text)
      case .uuid: UUID(uuidString: text).map { .uuid($0) }
      case .date: CivilDate(text).map { .date($0) }
      case .time: CivilTime(text).map { .time($0) }
      case .timestamp: CivilTimestamp(text).map { .timestamp($0) }
      case .instant: Instant(text).map { .instant($0) }
      case .text: .text(text)
      }
    self = read ?? .text(text)
  }
}
