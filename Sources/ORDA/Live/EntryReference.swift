internal import CSwiftRuntime

/// A reference to an entry that does not hold it, in the map of its table.
///
/// A weak one would do, but for its price: with the first the entry gets a second piece of memory, and from then on each
/// retaining and releasing of it, everywhere in the program, takes twice as long.
///
/// Proof that what is pointed to is there. A reference is made, used and thrown away under the map's lock alone. An entry
/// that goes takes its reference out of the map first, in its deinit and under the same lock, and its memory is freed
/// after that. So under the lock each reference in the map points to an object that is whole. Its deinit may have begun on
/// another thread, which waits for the lock: then the entry can't be held any more, and ``entry`` is nil. Which of the two
/// it is the runtime decides in one atomic step with the retaining, so nobody is given an entry that is going.
struct EntryReference {
  private let place: Unmanaged<TableEntry>

  init(_ entry: TableEntry) { place = .passUnretained(entry) }

  /// The entry, which is held from now on; nil where it is going.
  var entry: TableEntry? {
    swift_tryRetain(place.toOpaque()).map { Unmanaged<TableEntry>.fromOpaque($0).takeRetainedValue() }
  }

  /// Calls the body with the entry, be it going or not, without holding it: it must not leave the body.
  @inline(__always)
  func with<R>(_ body: (TableEntry) -> R) -> R { place._withUnsafeGuaranteedRef(body) }

  func isTo(_ entry: TableEntry) -> Bool { place.toOpaque() == Unmanaged.passUnretained(entry).toOpaque() }
}
