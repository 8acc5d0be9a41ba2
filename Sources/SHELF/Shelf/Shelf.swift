internal import Foundation
internal import ORDAThreads

/// Keeps objects by their ids: anything that is ``ShelfData``.
///
/// ```swift
/// let shelf = Shelf()
/// let dax = User(id: .init(), name: "Dax")
/// try await shelf.save(dax)
/// let again: User? = try await shelf.object(withId: dax.id)
/// ```
///
/// Making it says where objects are stored: in a folder of JSON files, in memory, in a database, or in a store of your
/// own. It is opened when it is first used, and errors of opening are thrown then.
///
/// What was read or saved is remembered, and forgotten when others change it. Objects are values: what a program has of them is as it
/// was when it was read.
public final class Shelf: Sendable, ReferenceReader {
  let opening: OpenStore
  let cache = ObjectCache(limit: 64 << 20)
  let turns = Turns()
  let observers = Observers()
  let indexes = IndexStates()
  let uses = ObjectUses()
  let tokens = DeleteTokens()
  let coder: ObjectCoder
  let types: KnownTypes
  private let unreadable = Lock<(@Sendable (ShelfError) -> Void)?>(nil)
  /// What the time is.
  let now: @Sendable () -> Date

  init(
    now: @escaping @Sendable () -> Date = { Date() }, _ make: @escaping @Sendable () async throws -> any ShelfStore
  ) {
    self.now = now
    let loader = ReferenceLoader()
    coder = ObjectCoder(loader)
    types = KnownTypes(coder)
    let (cache, observers, indexes) = (cache, observers, indexes)
    opening = OpenStore(make) { change in
      indexes.forget()
      switch change {
      case .objects(let ids): cache.forget(ids)
      case .everything: cache.forgetAll()
      }
      observers.tell(change)
    }
    loader.reader = self
  }

  /// A shelf on a store of the program's own. A store has one shelf: what another wrote by the same store object would not be
  /// told to this one.
  public convenience init(store: any ShelfStore) { self.init { store } }

  /// A shelf in memory: it is gone with the program, and each is its own.
  public static func onlyInMemory() -> Shelf { Shelf(store: MemoryShelfStore()) }

  /// The store; opens it.
  ///
  /// - Throws: ``ShelfError`` if it can't be opened, or the shelf was closed.
  public var store: any ShelfStore {
    get async throws(ShelfError) { try await opening.store() }
  }

  /// Called with the error of an object that can't be read, and which lists then omit. If it is nil, as it is at first,
  /// a list fails that such an object would be in.
  public var onUnreadable: (@Sendable (ShelfError) -> Void)? {
    get { unreadable.withLock { $0 } }
    set { unreadable.withLock { [newValue] in $0 = newValue } }
  }

  /// How many bytes of JSON the objects may have, at most, that are remembered; 64 MiB unless something else is said. What was
  /// not used for longest is forgotten first.
  public var cacheLimit: Int {
    get { cache.limit }
    set { cache.limit = newValue }
  }

  /// Closes the store: from now on everything is ``ShelfError/closed``. It need not be called before a program ends.
  public func close() async {
    // The next program can use what was read.
    for type in uses.types { try? await tellUses(of: type) }
    await opening.close()
    cache.forgetAll()
    observers.end()
  }

  /// True after ``close()``.
  public var isClosed: Bool { opening.isClosed }
}
