public import SHELF

/// A fresh and empty place for objects, which a case is run on.
public struct ShelfStorePlace: Sendable {
  /// The store.
  public let store: any ShelfStore
  /// Makes another store of the same place, as another program has it; nil where each store is its own.
  public let another: (@Sendable () async throws -> any ShelfStore)?
  /// How long is waited for a change to be told.
  let patience: Duration
  /// What the place goes with, such as a temporary folder.
  private let owner: (any Sendable)?

  /// A place.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - owner: Is kept until the case has ended: what removes the place when it goes.
  ///   - patience: How long is waited for a change that has to be told: a case takes as long only where it never is.
  ///   - another: Makes another store of the same place, as another program has it; nil where each store is its own.
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
