/// An observer of a shelf: it is called as long as this object lives.
public final class ShelfObservation: Sendable {
  private let observers: Observers
  private let number: Int?

  init(_ shelf: Shelf, _ id: ShelfId?, _ call: @escaping @Sendable (ShelfChange?) -> Void) {
    observers = shelf.observers
    number = observers.add(id, call)
    // Changes by others are reported once the store is open.
    Task.detached { [weak shelf] in _ = try? await shelf?.opening.store() }
  }

  deinit { cancel() }

  /// Ends it: the observer is not called again, though a call that has begun finishes.
  public func cancel() {
    if let number { observers.remove(number) }
  }
}

extension Shelf {
  /// Calls a closure with each change, whoever made it: for a save or deletion of this shelf before that returns, and
  /// for others' when they are reported.
  ///
  /// - Parameter call: Is called, on any thread, as long as the returned object lives. It should be quick.
  public func observeChanges(_ call: @escaping @Sendable (ShelfChange) -> Void) -> ShelfObservation {
    ShelfObservation(self, nil) { change in
      if let change { call(change) }
    }
  }

  /// The changes as they come, as a sequence. Several unread ones become one.
  public func changes() -> ShelfChanges { ShelfChanges(self, nil) }
}
