/// An observer of a shelf: it is called as long as this object lives.
public final class ShelfObservation: Sendable {
  private let observers: Observers
  private let number: Int?

  init(_ shelf: Shelf, _ id: ShelfId?, _ call: @escaping @Sendable (ShelfChange?) -> Void) {
    observers = shelf.observers
    number = observers.add(id, call)
    // What others change is heard of once the store is open.
    Task { [weak shelf] in _ = try? await shelf?.opening.store() }
  }

  deinit { cancel() }

  /// Ends it: the observer is not called again, except for a call that has begun.
  public func cancel() {
    if let number { observers.remove(number) }
  }
}

extension Shelf {
  /// Calls a closure with each change, whoever made it: after a save or deletion of this shelf before that returns, and
  /// when others' are heard of.
  ///
  /// - Parameter call: Is called, on any thread, until the object that is returned goes. It should be over soon.
  public func observeChanges(_ call: @escaping @Sendable (ShelfChange) -> Void) -> ShelfObservation {
    ShelfObservation(self, nil) { change in
      if let change { call(change) }
    }
  }

  /// The changes as they come, as a sequence. Several unread ones become one.
  public func changes() -> ShelfChanges { ShelfChanges(self, nil) }
}
