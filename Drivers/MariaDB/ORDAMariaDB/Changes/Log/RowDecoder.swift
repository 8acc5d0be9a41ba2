internal import ORDA

/// Turns the rows of a log into the values that a SELECT of the same cells returns.
struct RowDecoder: Sendable {
  /// The names of the columns, in the order of the cells.
  let names: [String]
  private let formats: [CellFormat]
  private let rules: Rules

  /// What applies to all columns.
  struct Rules: Sendable {
    let readsZeroDatesAsNull: Bool

    /// A date or moment; nil stands for one that no calendar has.
    func calendar(_ value: Value?) -> LoggedCell {
      value.map { .value($0) } ?? (readsZeroDatesAsNull ? .value(.null) : .unknown)
    }
  }

  /// - Throws: `protocolViolation` if the map is damaged, or the description is from before or after a change of the
  ///   table. Then describe it again; if that does not fit either, the log's rows can't be read.
  init(_ map: TableMap, _ table: LoggedTable) throws(DatabaseError) {
    do throws(DamagedEvent) {
      let columns = try map.columns()
      var names: [String] = []
      var formats: [CellFormat] = []
      for (index, column) in columns.enumerated() {
        guard let described = table.column(for: column, at: index, of: columns.count) else {
          // Hidden by the server itself, such as the times of a versioned row.
          guard let name = column.name else { throw DamagedEvent() }
          names.append(name)
          formats.append(try CellFormat(skipping: column, fraction: 0))
          continue
        }
        guard let format = try CellFormat(column, as: described, in: table) else { throw DamagedEvent() }
        names.append(described.name)
        formats.append(format)
      }
      guard table.columns.allSatisfy({ $0.isVirtual || names.contains($0.name) }) else { throw DamagedEvent() }
      self.names = names
      self.formats = formats
      rules = Rules(readsZeroDatesAsNull: table.readsZeroDatesAsNull)
    } catch {
      throw DatabaseError(
        .protocolViolation,
        "the server's log has the table \(map.schema).\(map.table) with other columns than the server describes",
        table: map.table)
    }
  }

  /// The rows of an event, in order; each has a cell for every name.
  ///
  /// - Throws: `protocolViolation` if the event is damaged or belongs to another table.
  func rows(of event: RowsEvent) throws(DatabaseError) -> [LoggedRow] {
    let result = event.bytes.withUnsafeBytes { source in
      do throws(DamagedEvent) {
        return Result<[LoggedRow], DamagedEvent>.success(try rows(of: event, LogBytes(source)))
      } catch {
        return .failure(error)
      }
    }
    guard case .success(let rows) = result else {
      throw DatabaseError(.protocolViolation, "rows in the server's log are damaged")
    }
    return rows
  }

  private func rows(of event: RowsEvent, _ source: LogBytes) throws(DamagedEvent) -> [LoggedRow] {
    guard event.columnCount == formats.count else { throw DamagedEvent() }
    let columns = Presence(event.columns, of: formats.count)
    let columnsAfter = event.kind == .update ? Presence(event.columnsAfter, of: formats.count) : columns
    // Rows without bytes would have no end: an event could have infinitely many.
    guard columns.count > 0 else {
      if source.isAtEnd { return [] }
      throw DamagedEvent()
    }
    var bytes = source
    var rows: [LoggedRow] = []
    while !bytes.isAtEnd {
      let first = try image(&bytes, columns)
      switch event.kind {
      case .insert: rows.append(LoggedRow(before: nil, after: first))
      case .delete: rows.append(LoggedRow(before: first, after: nil))
      case .update: rows.append(LoggedRow(before: first, after: try image(&bytes, columnsAfter)))
      }
    }
    return rows
  }

  /// Which columns a row has.
  private struct Presence {
    let bits: [Bool]
    let count: Int

    init(_ bytes: [UInt8], of columns: Int) {
      let bits = (0..<columns).map { (index: Int) -> Bool in bytes[index / 8] & (1 << UInt8(index % 8)) != 0 }
      self.bits = bits
      count = bits.count { $0 }
    }
  }

  /// A row: which of its cells are NULL, and the others.
  @inline(__always)
  private func image(_ bytes: inout LogBytes, _ presence: Presence) throws(DamagedEvent) -> [LoggedCell] {
    let nulls = try bytes.take((presence.count + 7) / 8)
    var cells: [LoggedCell] = []
    cells.reserveCapacity(formats.count)
    var place = 0
    for index in formats.indices {
      guard presence.bits[index] else {
        cells.append(.absent)
        continue
      }
      let isNull = nulls[place >> 3] & (1 << UInt8(place & 7)) != 0
      place &+= 1
      cells.append(isNull ? .value(.null) : try formats[index].cell(&bytes, rules))
    }
    return cells
  }
}

extension LoggedTable {
  /// The description of a column in the log: by its name, or by its place if the log has no names and as many columns.
  fileprivate func column(for logged: LoggedColumn, at index: Int, of count: Int) -> Column? {
    if let name = logged.name {
      if index < columns.count, columns[index].name.hasSameBytes(as: name) { return columns[index] }
      return columns.first { $0.name.hasSameBytes(as: name) }
    }
    return count == columns.count ? columns[index] : nil
  }
}
