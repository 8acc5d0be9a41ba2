import ORDA

/// All rows of a query, written as a file bit by bit.
struct RowExport: Sendable {
  enum Format: String, Sendable, CaseIterable {
    case csv, json, jsonl

    var type: String {
      switch self {
      case .csv: "text/csv; charset=utf-8"
      case .json: "application/json"
      case .jsonl: "application/x-ndjson"
      }
    }
  }

  /// Rows are sent when there is that much of them.
  private static let chunk = 64 << 10

  let format: Format
  let database: ServedDatabase
  let sql: SQL
  let parameters: Parameters

  /// Writes the file. Whoever reads slowly holds a connection, and so that ends after some minutes.
  func write(to writer: any AnswerWriter) async throws {
    try await database.governor.transaction(readOnly: true, deadline: .seconds(600)) { transaction in
      var json = JSONText()
      var text: [UInt8] = []
      var count = 0
      if format == .json { json.raw("[") }
      for try await row in transaction.rows(sql, parameters) {
        switch format {
        case .csv:
          if count == 0 { Self.line(row.columnNames, &text) }
          Self.line(row.values.map(Self.cell), &text)
        case .json, .jsonl:
          if format == .json { count == 0 ? json.raw("\n") : json.raw(",\n") }
          Self.object(row, &json)
          if format == .jsonl { json.raw("\n") }
        }
        count += 1
        if json.count + text.count >= Self.chunk {
          try await writer.write(json.take() + text)
          text.removeAll(keepingCapacity: true)
        }
      }
      if format == .json { json.raw("\n]\n") }
      try await writer.write(json.take() + text)
    }
  }

  private static func object(_ row: FetchedRow, _ json: inout JSONText) {
    json.raw("{")
    for (place, value) in row.values.enumerated() {
      if place > 0 { json.raw(",") }
      json.text(row.columnNames[place])
      json.raw(":")
      json.value(value)
    }
    json.raw("}")
  }

  private static func cell(_ value: Value) -> String {
    switch value {
    case .null: ""
    case .bytes(let bytes): HexadecimalText.encoded(bytes)
    case .other(_, let bytes): value.otherText ?? HexadecimalText.encoded(bytes)
    default: value.description
    }
  }

  /// A line as RFC 4180 has it.
  private static func line(_ cells: [String], _ text: inout [UInt8]) {
    for (place, cell) in cells.enumerated() {
      if place > 0 { text.append(UInt8(ascii: ",")) }
      let isPlain = cell.utf8.allSatisfy { $0 != 0x22 && $0 != 0x2C && $0 != 0x0A && $0 != 0x0D }
      if isPlain {
        text += cell.utf8
      } else {
        text.append(0x22)
        for byte in cell.utf8 {
          if byte == 0x22 { text.append(0x22) }
          text.append(byte)
        }
        text.append(0x22)
      }
    }
    text += [0x0D, 0x0A]
  }
}
