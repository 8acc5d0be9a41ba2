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
///
/// An entry must be held by ``entry`` for whatever is done with it, and let go of outside the lock. What uses it without
/// holding it may be compiled to retain and release it nevertheless, and that release may be the last one.
struct EntryReference {
  private let place: Unmanaged<TableEntry>

  init(_ entry: TableEntry) { place = .passUnretained(entry) }

  /// The entry, which is held from now on; nil where it is going.
  var entry: TableEntry? {
    swift_tryRetain(place.toOpaque()).map { Unmanaged<TableEntry>.fromOpaque($0).takeRetainedValue() }
  }

  func isTo(_ entry: TableEntry) -> Bool { place.toOpaque() == Unmanaged.passUnretained(entry).toOpaque() }
}
