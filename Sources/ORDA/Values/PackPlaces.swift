/// The places of a parameter pack's elements, one after another.
///
/// The compiler writes the loop over a pack out for the pack's types where a function takes the pack itself. In a closure that
/// carries one it does not, and Swift 6.3 may even compile that wrongly: no closure here carries a pack's values.
@usableFromInline
struct PackPlaces {
  /// The last place that was taken.
  @usableFromInline var last: Int

  @inlinable @inline(__always)
  init(after last: Int) { self.last = last }

  @inlinable @inline(__always)
  mutating func next() -> Int {
    last &+= 1
    return last
  }
}

/// The number of elements of a pack.
@inlinable @inline(__always)
func packCount<each T>(_ types: repeat (each T).Type) -> Int {
  var count = 0
  for _ in repeat each types { count &+= 1 }
  return count
}
