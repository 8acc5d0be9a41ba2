/// A value that is read whole by a statement, and lent in chunks: this works with every driver.
final class BufferedValueReader: DriverValueReader {
  let count: Int?
  private let chunkSize: Int
  private let content: UnsafeMutableRawBufferPointer
  private var position = 0

  init(_ place: ValuePlace, chunkSize: Int, on executor: any SQLExecutor, timeout: Duration?) throws {
    let rows = try executor.query(place.selection, Parameters.none, timeout: timeout).rows
    guard let row = rows.first else { throw place.noSuchRow }
    guard rows.count == 1 else { throw place.severalRows }
    let bytes: [UInt8]
    switch row.values.first ?? .null {
    case .null:
      count = nil
      bytes = []
    case .bytes(let stored):
      count = stored.count
      bytes = stored
    case .text(let text):
      bytes = Array(text.utf8)
      count = bytes.count
    case let value:
      throw DatabaseError(
        .typeMismatch, "only bytes and texts are read in chunks, and \(place.column) holds \(value.typeName)")
    }
    self.chunkSize = chunkSize
    content = .allocate(byteCount: max(bytes.count, 1), alignment: 8)
    content.copyBytes(from: bytes)
  }

  deinit { content.deallocate() }

  func next() throws(DatabaseError) -> UnsafeRawBufferPointer {
    let end = min(position + chunkSize, count ?? 0)
    defer { position = end }
    return UnsafeRawBufferPointer(rebasing: content[position..<end])
  }

  func close() {}
}

/// Bytes that are collected, and written whole by a statement.
final class BufferedValueWriter: DriverValueWriter {
  private let place: ValuePlace
  private let executor: any SQLExecutor
  private let deadline: Deadline?
  private var bytes: [UInt8] = []

  init(_ place: ValuePlace, on executor: any SQLExecutor, within deadline: Deadline?) {
    self.place = place
    self.executor = executor
    self.deadline = deadline
  }

  func write(_ chunk: UnsafeRawBufferPointer) throws(DatabaseError) { bytes += chunk }

  func finish() throws(DatabaseError) {
    do {
      switch try executor.execute(place.update(to: bytes), Parameters.none, timeout: deadline?.left).changed {
      case 1: return
      case 0: throw place.noSuchRow
      default: throw place.severalRows
      }
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw DatabaseError(.other, "\(error)")
    }
  }

  func close() { bytes = [] }
}

extension ValuePlace {
  private var condition: SQL { key.map { "\(identifier: $0.column) = \($0.value)" as SQL }.joined(separator: " AND ") }

  private var tableSQL: SQL {
    table.schema.map { "\(identifier: $0, table.name)" } ?? "\(identifier: table.name)"
  }

  fileprivate var selection: SQL { "SELECT \(identifier: column) FROM \(tableSQL) WHERE \(condition)" }

  fileprivate func update(to bytes: [UInt8]) -> SQL {
    "UPDATE \(tableSQL) SET \(identifier: column) = \(bytes) WHERE \(condition)"
  }
}
