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

  /// Passes the place of an element of this type: `repeat places.pass((each T).self)` counts a pack.
  @inlinable @inline(__always)
  mutating func pass<T>(_ type: T.Type) { last &+= 1 }

  /// How many were passed; then it is before the first again.
  @inlinable @inline(__always)
  mutating func takeCount() -> Int {
    defer { last = -1 }
    return last &+ 1
  }
}
