public import SHELF

/// A fresh and empty place for objects, to run a case in.
public struct ShelfStorePlace: Sendable {
  /// The store.
  public let store: any ShelfStore
  /// Makes another store of the same place, as another program would have it; nil if every store is separate.
  public let another: (@Sendable () async throws -> any ShelfStore)?
  /// How long to wait for a change to be reported.
  let patience: Duration
  /// What the place depends on, such as a temporary folder.
  private let owner: (any Sendable)?

  /// A place.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - owner: Is kept until the case has ended: what removes the place when it is released.
  ///   - patience: How long to wait for a change to be reported: a case only takes this long if it never is.
  ///   - another: Makes another store of the same place, as another program would have it; nil if every store is
  ///     separate.
  public init(
    _ store: any ShelfStore, owner: (any Sendable)? = nil, patience: Duration = .seconds(30),
    another: (@Sendable () async throws -> any ShelfStore)? = nil
  ) {
    self.store = store
    self.owner = owner
    self.patience = patience
    self.another = another
  }
}
