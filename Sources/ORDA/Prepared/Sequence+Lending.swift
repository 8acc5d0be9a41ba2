extension Sequence {
  /// Calls the body with each element; one of an array is lent from where it lies.
  ///
  /// A loop would copy it, and retain and release each text in it, which takes longer than binding it. Only of an array is it
  /// certain that nobody changes the elements meanwhile: whoever does gets a copy of the array.
  @inlinable @inline(__always)
  func lendEach(_ body: (borrowing Element) throws -> Void) throws {
    guard let array = self as? [Element] else {
      for element in self { try body(element) }
      return
    }
    try array.withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { return }
      try lend(from: start, elements.count, body)
    }
  }
}

/// Calls the body with each of so many elements. `~Copyable` keeps the compiler from copying any of them.
@inlinable @inline(__always)
func lend<Element: ~Copyable>(
  from start: UnsafePointer<Element>, _ count: Int, _ body: (borrowing Element) throws -> Void
) throws {
  var index = 0
  while index < count {
    try body(start[index])
    index &+= 1
  }
}
