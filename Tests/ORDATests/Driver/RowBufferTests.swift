import ORDA
import Testing

@Suite("A buffer of rows")
struct RowBufferTests {
  @Test("One that is emptied is filled anew, values of every sort")
  func emptied() {
    let buffer = RowBuffer(cellCapacity: 1, contentCapacity: 1)
    let rows: [[Value]] = [
      ["Jazz", .decimal(7), nil, .bytes([1, 2, 3])], [12, .uint(.max), "a much longer text than the first one", 0.5],
    ]
    for row in rows {
      buffer.removeAll()
      for value in row { buffer.append(value) }
      #expect(row.indices.map { buffer.value($0) } == row)
    }
    #expect(buffer.int(0) == 12)
    #expect(buffer.text(2) == "a much longer text than the first one")
  }
}
