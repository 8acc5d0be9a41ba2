internal import Foundation
internal import ORDAThreads

/// Stores objects by their ids: anything that is ``ShelfData``.
///
/// ```swift
/// let shelf = Shelf()
/// let dax = User(id: .init(), name: "Dax")
/// try await shelf.save(dax)
/// let again: User? = try await shelf.object(withId: dax.id)
/// ```
///
/// The initialiser says where objects are stored: in a folder of JSON files, in memory, in a database, or in a store of
/// your own. It is opened when it is first used, and then throws errors of opening.
///
/// What was read or saved is cached, and forgotten when others change it. Objects are values: a program's copies stay
/// as they were when they were read.
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
  /// The current time.
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

  /// A shelf on a store of the program's own. Use one shelf for each store: this one would not hear of what another
  /// shelf wrote through the same store object.
  public convenience init(store: any ShelfStore) { self.init { store } }

  /// A shelf in memory: its objects are gone with the program, and no two shelves share any.
  public static func onlyInMemory() -> Shelf { Shelf(store: MemoryShelfStore()) }

  /// The store; opens it.
  ///
  /// - Throws: ``ShelfError`` if it can't be opened, or the shelf was closed.
  public var store: any ShelfStore {
    get async throws(ShelfError) { try await opening.store() }
  }

  /// Called with the error of an object that can't be read, which lists then omit. If it is nil, the default, a list
  /// fails that such an object would be in.
  public var onUnreadable: (@Sendable (ShelfError) -> Void)? {
    get { unreadable.withLock { $0 } }
    set { unreadable.withLock { [newValue] in $0 = newValue } }
  }

  /// The maximum size of the cached objects' JSON, in bytes; 64 MiB by default. What has not been used for longest is
  /// forgotten first.
  public var cacheLimit: Int {
    get { cache.limit }
    set { cache.limit = newValue }
  }

  /// Closes the store: from now on every call throws ``ShelfError/closed``. You need not call it before a program ends.
  public func close() async {
    // The next program can make use of what was read.
    for type in uses.types { try? await tellUses(of: type) }
    await opening.close()
    cache.forgetAll()
    observers.end()
  }

  /// True after ``close()``.
  public var isClosed: Bool { opening.isClosed }
}
