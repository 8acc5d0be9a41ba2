import ORDA
import ORDAThreads

/// The changes of a database as a stream of events, for as long as somebody reads it.
struct ChangeFeed: Sendable {
  /// More rows of one commit are told as a number.
  private static let mostRows = 200
  private static let heartbeat: Duration = .seconds(10)

  let database: ServedDatabase
  let tables: [TableName]

  func write(to writer: any AnswerWriter) async throws {
    // Whoever is so slow that they don't fit is told that something is missing.
    let (batches, put) = AsyncStream<ChangeBatch?>.makeStream(bufferingPolicy: .bufferingNewest(256))
    let isMissing = Lock(false)
    let observation = try await database.governor.observeChanges(of: tables) { batch in
      if case .dropped = put.yield(batch) { isMissing.withLock { $0 = true } }
    }
    defer { observation.cancel() }
    let beating = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: Self.heartbeat)
        put.yield(nil)
      }
    }
    defer { beating.cancel() }
    try await writer.write(":\n\n")
    for await batch in batches {
      let hasGap = isMissing.withLock { missing in
        defer { missing = false }
        return missing
      }
      if hasGap { try await writer.write("event: gap\ndata: {}\n\n") }
      if let batch {
        try await writer.write(LiveNews.event(Self.json(batch), name: "change"))
      } else {
        try await writer.write(":\n\n")
      }
    }
  }

  private static func json(_ batch: ChangeBatch) -> JSONText {
    var json = JSONText()
    json.object([
      "sequence": { $0.raw(batch.sequence) },
      "origin": { $0.text(batch.origin.rawValue) },
      "rows": { json in json.array(batch.rows.prefix(mostRows)) { json, row in write(row, &json) } },
      "more": { $0.raw(max(0, batch.rows.count - mostRows)) },
      "unknown": { json in
        json.texts(
          batch.unknown.isEverything
            ? ["*"] : batch.unknown.tables.map(\.name).sorted() + batch.unknown.schemas.sorted())
      },
    ])
    return json
  }

  private static func write(_ row: RowChange, _ json: inout JSONText) {
    json.object([
      "table": { $0.text(row.table.name) },
      "kind": { $0.text(row.kind.rawValue) },
      "key": { json in json.array(row.key.values) { $0.value($1) } },
      "columns": { json in row.columns.map { json.texts($0) } ?? json.raw("null") },
    ])
  }
}
