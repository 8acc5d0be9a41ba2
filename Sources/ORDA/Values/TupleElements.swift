/// Where the elements of a tuple are read to, one after another.
///
/// Reading one throws nothing: if it can't be read directly, it and those after it are left out, and the row is read another way.
/// The compiler writes a `repeat` over a parameter pack out for the pack's types, where it knows them, only if no error leaves it;
/// else it makes a loop that looks each type up, which takes as long as the reading. Even where it is written out, a type's functions
/// are called by its table. A comparison of types is decided there and then, and so the types of most columns are compared.
public struct TupleElements {
  /// Where the next element lies, or a little before, since each type is aligned in its own way.
  @usableFromInline var next: UnsafeMutableRawPointer
  /// True if an element was left out.
  @usableFromInline var isIncomplete = false

  /// - Parameter start: Memory for the whole tuple, which outlives this.
  @inlinable
  init(at start: UnsafeMutableRawPointer) { next = start }

  /// Reads the next element directly, or leaves it out.
  @inlinable @inline(__always)
  mutating func read<Element: ColumnValue>(_ type: Element.Type, from source: any RowSource, at cell: Int) {
    if isIncomplete { return }
    if type == Int.self {
      append(Int.read(from: source, at: cell))
    } else if type == String.self {
      append(String.read(from: source, at: cell))
    } else if type == Double.self {
      append(Double.read(from: source, at: cell))
    } else if type == Int64.self {
      append(Int64.read(from: source, at: cell))
    } else {
      Element.read(from: source, at: cell, into: &self)
    }
  }

  /// Reads an element that may be nil. Its type's table has one function for all that it may wrap, which would look up each step of
  /// the reading; there, too, a comparison takes less.
  @inlinable
  mutating func readOptional<Wrapped: ColumnValue>(_ type: Wrapped.Type, from source: any RowSource, at cell: Int) {
    if type == Int.self {
      append(Int?.read(from: source, at: cell))
    } else if type == String.self {
      append(String?.read(from: source, at: cell))
    } else if type == Double.self {
      append(Double?.read(from: source, at: cell))
    } else if type == Int64.self {
      append(Int64?.read(from: source, at: cell))
    } else {
      readOtherOptional(type, from: source, at: cell)
    }
  }

  /// By the type's table. A function of its own: one that has a value of this type anywhere asks the runtime for the type when it begins.
  @usableFromInline @inline(never)
  mutating func readOtherOptional<Wrapped: ColumnValue>(_ type: Wrapped.Type, from source: any RowSource, at cell: Int)
  {
    append(Wrapped?.read(from: source, at: cell))
  }

  /// Puts an element into its place, or leaves it out if there is none.
  @inlinable @inline(__always)
  mutating func append<Element>(_ element: consuming Element?) {
    if let element {
      place(of: Element.self).initializeMemory(as: Element.self, to: element)
    } else {
      isIncomplete = true
    }
  }

  /// Takes the place of the next element. A tuple's elements lie in order, each as close to the one before as its type allows.
  @inlinable @inline(__always)
  mutating func place<Element>(of type: Element.Type) -> UnsafeMutableRawPointer {
    let place = next.alignedUp(for: type)
    next = place + MemoryLayout<Element>.size
    return place
  }

  /// Lets go of an element, if it was read before another one was left out.
  mutating func destroy<Element>(_ type: Element.Type, before end: UnsafeMutableRawPointer) {
    if next < end { place(of: type).assumingMemoryBound(to: type).deinitialize(count: 1) }
  }
}
