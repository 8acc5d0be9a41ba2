/// The values bound to an upsert, row after row: a refused row runs again in steps, with the values kept here.
///
/// A class, and the buffer a constant of it: read from a variable, it would be retained for each value.
final class UpsertValues {
  private let width: Int
  private let buffer: RowBuffer
  /// The first cell of the current row.
  @exclusivity(unchecked) private var base = 0

  /// How many bytes of a row's texts are kept for those of the next.
  private static let keptSize = 64 * 1024

  /// One row without values.
  init(width: Int) {
    self.width = width
    buffer = RowBuffer(cellCapacity: width + 1)
    beginRow()
  }

  /// Begins the next row, without values.
  @inline(__always)
  func beginRow() {
    base = buffer.cellCount
    for _ in 0..<width { buffer.appendNull() }
  }

  /// Forgets all rows, and begins the first.
  @inline(__always)
  func removeAll() {
    buffer.removeAll()
    if buffer.contentCapacity > Self.keptSize { buffer.dropMemory() }
    beginRow()
  }

  @inline(__always)
  func setNull(_ index: Int) { set(index, RowBuffer.Cell(bits: 0, length: 0, tag: .null)) }

  @inline(__always)
  func set(_ index: Int, _ value: Int64) {
    set(index, RowBuffer.Cell(bits: UInt64(bitPattern: value), length: 0, tag: .int))
  }

  @inline(__always)
  func set(_ index: Int, _ value: Double) {
    set(index, RowBuffer.Cell(bits: value.bitPattern, length: 0, tag: .double))
  }

  func set(_ index: Int, _ text: String) {
    let isAppended: Void? = text.utf8.withContiguousStorageIfAvailable {
      buffer.append(utf8: UnsafeRawBufferPointer($0))
    }
    if isAppended == nil { buffer.append(.text(text)) }
    set(index, buffer.takeLast())
  }

  func set(_ index: Int, bytes: UnsafeRawBufferPointer) {
    buffer.append(bytes: bytes)
    set(index, buffer.takeLast())
  }

  func set(_ index: Int, _ value: Value) {
    buffer.append(value)
    set(index, buffer.takeLast())
  }

  /// Puts a cell into its place in the current row.
  @inline(__always)
  private func set(_ index: Int, _ cell: RowBuffer.Cell) {
    guard UInt(bitPattern: index) < UInt(bitPattern: width) else { return }
    buffer.cells[base &+ index] = cell
  }

  /// A value of one of the rows.
  func value(_ index: Int, ofRow row: Int) -> Value { buffer.value(row * width + index) }
}

extension RowBuffer {
  /// Removes the last cell; its bytes stay.
  @inline(__always)
  fileprivate func takeLast() -> Cell {
    cellCount &-= 1
    return cells[cellCount]
  }

  /// Frees the memory for cells and bytes; only while there are none.
  fileprivate func dropMemory() {
    cells.deallocate()
    content.deallocate()
    (cellCapacity, contentCapacity) = (64, 256)
    cells = .allocate(capacity: cellCapacity)
    content = .allocate(byteCount: contentCapacity, alignment: 1)
  }
}
