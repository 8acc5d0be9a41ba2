/// Rows in one flat piece of memory: a cell of 16 bytes for each value, and the bytes of texts and blobs one after
/// another.
///
/// A driver's statement appends cells while one thread fills the buffer; after that it is only read. Keeping 100,000 rows
/// costs three allocations that grow, and not one for each row or text.
public final class RowBuffer: @unchecked Sendable {
  // Proof: the one thread that made it fills it, and it is shared only after `finish`-ing code has passed it on;
  // nothing writes to it from then on.

  /// How a cell is to be read.
  @usableFromInline
  enum Tag: UInt8 {
    case null, int, double, text, bytes, boxed
  }

  @usableFromInline
  struct Cell {
    /// The number's bits, or where the bytes begin, or the index of the boxed value.
    @usableFromInline var bits: UInt64
    @usableFromInline var length: UInt32
    @usableFromInline var tag: Tag

    @inlinable
    init(bits: UInt64, length: UInt32, tag: Tag) {
      self.bits = bits
      self.length = length
      self.tag = tag
    }
  }

  // Cells are read by inlined code, where each access would be checked at run time for exclusivity. All of these are
  // read or written at once, so there is nothing to check.
  @exclusivity(unchecked) @usableFromInline var cells: UnsafeMutablePointer<Cell>
  @exclusivity(unchecked) @usableFromInline var cellCount = 0
  @exclusivity(unchecked) @usableFromInline var cellCapacity: Int
  @exclusivity(unchecked) @usableFromInline var content: UnsafeMutableRawPointer
  @exclusivity(unchecked) @usableFromInline var contentCount = 0
  @exclusivity(unchecked) @usableFromInline var contentCapacity: Int
  @exclusivity(unchecked) @usableFromInline var boxed: [Value] = []

  /// An empty buffer with room for some cells and bytes.
  public init(cellCapacity: Int = 64, contentCapacity: Int = 256) {
    self.cellCapacity = max(cellCapacity, 1)
    self.contentCapacity = max(contentCapacity, 1)
    cells = .allocate(capacity: self.cellCapacity)
    content = .allocate(byteCount: self.contentCapacity, alignment: 1)
  }

  deinit {
    cells.deallocate()
    content.deallocate()
  }

  // MARK: Filling

  /// Forgets every cell and keeps the memory, for the next row of a driver that has one row at a time in a buffer of
  /// its own. What was lent from the cells is no longer valid.
  public func removeAll() {
    cellCount = 0
    contentCount = 0
    if !boxed.isEmpty { boxed = [] }
  }

  @usableFromInline
  func growCells() {
    let larger = UnsafeMutablePointer<Cell>.allocate(capacity: cellCapacity * 2)
    larger.moveInitialize(from: cells, count: cellCount)
    cells.deallocate()
    cells = larger
    cellCapacity *= 2
  }

  @usableFromInline
  func growContent(for length: Int) {
    let capacity = max(contentCapacity * 2, contentCount + length)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
    larger.copyMemory(from: content, byteCount: contentCount)
    content.deallocate()
    content = larger
    contentCapacity = capacity
  }

  @inlinable
  func append(_ cell: Cell) {
    if cellCount == cellCapacity { growCells() }
    (cells + cellCount).initialize(to: cell)
    cellCount += 1
  }

  @inlinable
  func append(_ bytes: UnsafeRawBufferPointer, as tag: Tag) {
    guard bytes.count <= UInt32.max else {
      boxed.append(
        tag == .text ? TextDecoding.value(bytes.assumingMemoryBound(to: UInt8.self)) : .bytes([UInt8](bytes)))
      append(Cell(bits: UInt64(boxed.count - 1), length: 0, tag: .boxed))
      return
    }
    if contentCount + bytes.count > contentCapacity { growContent(for: bytes.count) }
    if let start = bytes.baseAddress {
      (content + contentCount).copyMemory(from: start, byteCount: bytes.count)
    }
    append(Cell(bits: UInt64(contentCount), length: UInt32(truncatingIfNeeded: bytes.count), tag: tag))
    contentCount += bytes.count
  }

  /// Appends NULL.
  @inlinable
  public func appendNull() { append(Cell(bits: 0, length: 0, tag: .null)) }
  /// Appends an integer.
  @inlinable
  public func append(_ value: Int64) { append(Cell(bits: UInt64(bitPattern: value), length: 0, tag: .int)) }
  /// Appends a floating-point number.
  @inlinable
  public func append(_ value: Double) { append(Cell(bits: value.bitPattern, length: 0, tag: .double)) }
  /// Appends text, given as its bytes.
  @inlinable
  public func append(utf8: UnsafeRawBufferPointer) { append(utf8, as: .text) }
  /// Appends bytes.
  @inlinable
  public func append(bytes: UnsafeRawBufferPointer) { append(bytes, as: .bytes) }

  /// Appends any value.
  public func append(_ value: Value) {
    switch value {
    case .null: appendNull()
    case .int(let number): append(number)
    case .double(let number): append(number)
    case .text(var text): text.withUTF8 { append(utf8: UnsafeRawBufferPointer($0)) }
    case .bytes(let bytes): bytes.withUnsafeBytes { append(bytes: $0) }
    default:
      boxed.append(value)
      append(Cell(bits: UInt64(boxed.count - 1), length: 0, tag: .boxed))
    }
  }
}

extension RowBuffer: RowSource {
  @inlinable
  func slice(_ cell: Cell) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: content + Int(cell.bits), count: Int(cell.length))
  }

  /// True if the cell is NULL.
  @inlinable
  public func isNull(_ cell: Int) -> Bool { cells[cell].tag == .null }

  /// The cell if it is an integer.
  @inlinable
  public func int(_ cell: Int) -> Int64? {
    cells[cell].tag == .int ? Int64(bitPattern: cells[cell].bits) : nil
  }

  /// The cell if it is a floating-point number.
  @inlinable
  public func double(_ cell: Int) -> Double? {
    cells[cell].tag == .double ? Double(bitPattern: cells[cell].bits) : nil
  }

  /// The cell if it is text, in UTF-8.
  @inlinable
  public func text(_ cell: Int) -> String? {
    guard cells[cell].tag == .text else { return nil }
    return TextDecoding.string(slice(cells[cell]).assumingMemoryBound(to: UInt8.self))
  }

  /// The UTF-8 of a cell that is text; valid as long as the buffer.
  @inlinable
  public func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? {
    cells[cell].tag == .text ? slice(cells[cell]).assumingMemoryBound(to: UInt8.self) : nil
  }

  /// The bytes of a cell that is bytes; valid as long as the buffer.
  @inlinable
  public func bytes(_ cell: Int) -> UnsafeRawBufferPointer? {
    cells[cell].tag == .bytes ? slice(cells[cell]) : nil
  }

  /// The cell, whatever it is.
  public func value(_ cell: Int) -> Value {
    let found = cells[cell]
    return switch found.tag {
    case .null: .null
    case .int: .int(Int64(bitPattern: found.bits))
    case .double: .double(Double(bitPattern: found.bits))
    case .text: TextDecoding.value(slice(found).assumingMemoryBound(to: UInt8.self))
    case .bytes: .bytes([UInt8](slice(found)))
    case .boxed: boxed[Int(found.bits)]
    }
  }
}
