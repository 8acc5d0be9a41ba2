/// Where the elements of a tuple are read to, one after another.
///
/// Reading one throws nothing: the first failure is kept, and what comes after it is not read. The compiler writes a `repeat` over a
/// parameter pack out for the pack's types, where it knows them, only if no error leaves it; else it makes a loop that looks each type
/// up, which takes as long as the reading. Even where it is written out, a type's functions are called by its table. A comparison of
/// types is decided there and then, and so the types of most columns are compared.
@usableFromInline
struct TupleElements: ~Copyable {
  /// Where the next element lies, or a little before, since each type is aligned in its own way.
  @usableFromInline var next: UnsafeMutableRawPointer
  /// Why an element can't be read.
  @usableFromInline var failure: DatabaseError?
  /// The cell that it should have been read from.
  @usableFromInline var failedCell = 0

  /// - Parameter start: Memory for the whole tuple, which outlives this.
  @inlinable @inline(__always)
  init(at start: UnsafeMutableRawPointer) { next = start }

  /// Reads the next element, unless one before it could not be read.
  @inlinable @inline(__always)
  mutating func read<Element: ColumnValue>(_ type: Element.Type, from source: any RowSource, at cell: Int) {
    if failure != nil { return }
    if type == Int.self {
      if let value = Int.read(from: source, at: cell) { return append(value) }
    } else if type == String.self {
      if let value = String.read(from: source, at: cell) { return append(value) }
    } else if type == Double.self {
      if let value = Double.read(from: source, at: cell) { return append(value) }
    } else if type == Bool.self {
      if let value = Bool.read(from: source, at: cell) { return append(value) }
    } else if type == Int64.self {
      if let value = Int64.read(from: source, at: cell) { return append(value) }
    }
    decode(type, from: source, at: cell)
  }

  /// Reads an element by its type's table.
  @usableFromInline
  mutating func decode<Element: ColumnValue>(_ type: Element.Type, from source: any RowSource, at cell: Int) {
    do throws(DatabaseError) {
      append(try Element.decode(from: source, at: cell))
    } catch {
      failure = error
      failedCell = cell
    }
  }

  @inlinable @inline(__always)
  mutating func append<Element>(_ element: consuming Element) {
    place(of: Element.self).initializeMemory(as: Element.self, to: element)
  }

  /// Takes the place of the next element. A tuple's elements lie in order, each as close to the one before as its type allows.
  @inlinable @inline(__always)
  mutating func place<Element>(of type: Element.Type) -> UnsafeMutableRawPointer {
    let place = next.alignedUp(for: type)
    next = place + MemoryLayout<Element>.size
    return place
  }

  /// Lets go of an element, if it was read before another one could not be.
  mutating func destroy<Element>(_ type: Element.Type, before end: UnsafeMutableRawPointer) {
    if next < end { place(of: type).assumingMemoryBound(to: type).deinitialize(count: 1) }
  }
}
