#if FastEntries
  internal import CSwiftRuntime

  /// A reference to an entry that does not hold it, in the map of its table.
  ///
  /// This is the one of the trait `FastEntries`. A weak one costs more: with the first the entry gets a second piece of
  /// memory, and from then on each retaining and releasing of it, everywhere in the program, takes twice as long. In exchange
  /// this one calls a function that Swift's runtime has and does not document.
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

    /// The entry, which is held from now on; nil if it is going.
    var entry: TableEntry? {
      swift_tryRetain(place.toOpaque()).map { Unmanaged<TableEntry>.fromOpaque($0).takeRetainedValue() }
    }

    func isTo(_ entry: TableEntry) -> Bool { place.toOpaque() == Unmanaged.passUnretained(entry).toOpaque() }
  }
#else
  /// A reference to an entry that does not hold it, in the map of its table.
  ///
  /// An entry that goes takes its reference out of the map, in its deinit; in the meantime ``entry`` is nil, and the reference is
  /// known by the place in memory, which no other entry has until then. What it gives is to be let go of outside the map's
  /// lock: it may be the last to hold the entry, whose deinit takes that lock.
  struct EntryReference {
    private weak var place: TableEntry?
    private let identity: ObjectIdentifier

    init(_ entry: TableEntry) {
      place = entry
      identity = ObjectIdentifier(entry)
    }

    /// The entry, which is held from now on; nil if it is going.
    var entry: TableEntry? { place }

    func isTo(_ entry: TableEntry) -> Bool { identity == ObjectIdentifier(entry) }
  }
#endif
