import Testing

@testable import ORDA

@Suite("Batches that wait") struct BatchBufferTests {
  private static let layout = RowLayout(table: "t", identity: "t", columns: ["id"], keyColumns: ["id"])

  private func batch(_ sequence: Int, rows: Int = 1) -> ChangeBatch {
    let row = RowChange(kind: .insert, layout: Self.layout, key: RowKey(1), cells: [])
    var batch = ChangeBatch(origin: .governor, rows: Array(repeating: row, count: rows))
    batch.sequence = sequence
    return batch
  }

  private let everything = UnknownTables(tables: ["t"])

  @Test("come out as they went in")
  func order() {
    var buffer = BatchBuffer(everything)
    var taken: [Int] = []
    for turn in 0..<500 {
      _ = buffer.append(batch(turn * 2))
      _ = buffer.append(batch(turn * 2 + 1))
      #expect(buffer.first?.sequence == taken.count)
      if let batch = buffer.popFirst() { taken.append(batch.sequence) }
    }
    while let batch = buffer.popFirst() { taken.append(batch.sequence) }
    #expect(taken == Array(0..<1000))
    #expect(buffer.isEmpty && buffer.first == nil)
  }

  @Test("Too many of them become one, until it is taken")
  func tooMany() {
    var buffer = BatchBuffer(everything)
    var schema = batch(0)
    schema.schemaChanges = [SchemaChange(schema: "main")]
    _ = buffer.append(schema)
    for number in 1...BatchBuffer.batchLimit + 5 { _ = buffer.append(batch(number)) }
    let merged = buffer.popFirst()
    #expect(merged?.unknown == everything)
    #expect(merged?.rows.count == 0)
    #expect(merged?.sequence == BatchBuffer.batchLimit + 5)
    #expect(merged?.schemaChanges == [SchemaChange(schema: "main")])
    #expect(merged?.origin == .unknown)
    #expect(buffer.isEmpty)
    _ = buffer.append(batch(9000))
    #expect(buffer.popFirst()?.rows.count == 1)
  }

  @Test("So do too many rows, but one batch alone is never too large")
  func tooManyRows() {
    var buffer = BatchBuffer(everything)
    _ = buffer.append(batch(1, rows: BatchBuffer.rowLimit + 1))
    #expect(buffer.first?.rows.count == BatchBuffer.rowLimit + 1)
    _ = buffer.append(batch(2))
    #expect(buffer.popFirst()?.unknown == everything)
    _ = buffer.append(batch(3, rows: BatchBuffer.rowLimit))
    #expect(buffer.popFirst()?.rows.count == BatchBuffer.rowLimit)
    _ = buffer.append(batch(4, rows: BatchBuffer.rowLimit))
    #expect(buffer.popFirst()?.sequence == 4, "what was taken does not count any more")
  }
}
