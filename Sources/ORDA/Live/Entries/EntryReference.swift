#if FastEntries
  internal import CSwiftRuntime

  /// A reference in a table's map to an entry, which it does not hold.
  ///
  /// This one is for the trait `FastEntries`. A weak reference costs more: the first one adds a second piece of memory
  /// to the entry, and from then on every retain and release of it, anywhere in the program, takes twice as long. In
  /// exchange, this one calls an undocumented function of Swift's runtime.
  ///
  /// Proof that the entry pointed to exists. A reference is made, used and destroyed under the map's lock alone. An
  /// entry that is being released first takes its reference out of the map, in its deinit and under the same lock; only
  /// then its memory is freed. So under the lock each reference in the map points to a whole object. Its deinit may
  /// have begun on another thread, which waits for the lock: then the entry can't be held any more, and ``entry`` is
  /// nil. The runtime decides which it is in one atomic step with the retain, so nobody gets an entry that is being
  /// released.
  ///
  /// Whatever is done with an entry, it must be held by ``entry``, and released outside the lock. Without holding it,
  /// the compiler may still retain and release it, and that release may be the last one.
  struct EntryReference {
    private let place: Unmanaged<TableEntry>

    init(_ entry: TableEntry) { place = .passUnretained(entry) }

    /// The entry, held from now on; nil if it is being released.
    var entry: TableEntry? {
      swift_tryRetain(place.toOpaque()).map { Unmanaged<TableEntry>.fromOpaque($0).takeRetainedValue() }
    }

    func isTo(_ entry: TableEntry) -> Bool { place.toOpaque() == Unmanaged.passUnretained(entry).toOpaque() }
  }
#else
  /// A reference in a table's map to an entry, which it does not hold.
  ///
  /// An entry that is being released takes its reference out of the map, in its deinit; in the meantime ``entry`` is
  /// nil. The reference is recognized by its address, which no other entry has until then. Release what it returns
  /// outside the map's lock: it may be the last reference to the entry, whose deinit takes that lock.
  struct EntryReference {
    private weak var place: TableEntry?
    private let identity: ObjectIdentifier

    init(_ entry: TableEntry) {
      place = entry
      identity = ObjectIdentifier(entry)
    }

    /// The entry, held from now on; nil if it is being released.
    var entry: TableEntry? { place }

    func isTo(_ entry: TableEntry) -> Bool { identity == ObjectIdentifier(entry) }
  }
#endif
