internal import Observation

/// The shelf of an app's views, on the main actor: what they change is shown at once and saved behind.
///
/// ```swift
/// @ShelfContext private var shelfContext
/// ```
///
/// Written so it is the shelf in this program's folder (``Shelf/init()``); where an environment has none it is a shelf in memory.
/// What could not be saved is in ``errors``.
@propertyWrapper
public struct ShelfContext: Sendable {
  let writer: ContextWriter

  /// The shelf in this program's folder.
  public init() { self.init(Shelf()) }

  /// A shelf for views.
  public init(_ shelf: Shelf) { writer = ContextWriter(shelf) }

  /// The context itself.
  public var wrappedValue: ShelfContext { self }

  /// A shelf in memory, for views that were given no other.
  public static let onlyInMemory = ShelfContext(.onlyInMemory())

  /// The shelf.
  public var shelf: Shelf { writer.shelf }

  /// What went wrong with saving and deleting, the oldest first; it may be emptied.
  @MainActor public var errors: [ShelfError] {
    get { writer.errors }
    nonmutating set { writer.errors = newValue }
  }

  /// Saves an object soon. Of several saves of one object that wait, the newest is done.
  @MainActor public func save<Object: ShelfData>(_ object: Object) {
    writer.add(object.id, Optional(object)) { shelf throws(ShelfError) in try await shelf.save(object) }
  }

  /// Deletes an object soon; views that show it show something else at once.
  @MainActor public func delete<Object: ShelfData>(_ object: Object) {
    writer.add(object.id, Object?.none) { shelf throws(ShelfError) in try await shelf.delete(object) }
  }

  /// Returns when all pending saves and deletions were tried.
  @MainActor public func flush() async { await writer.flush() }

  /// Gives this context to the properties of a view that are ``ShelfQuery``, where no SwiftUI does it.
  @MainActor public func inject(into view: Any) {
    for child in Mirror(reflecting: view).children { (child.value as? any ContextTaker)?.take(self) }
  }
}

/// What a context is given to.
@MainActor protocol ContextTaker {
  func take(_ context: ShelfContext)
}

/// Saves and deletes what views change: of each object one thing at a time, and of what waits the newest.
@MainActor @Observable
final class ContextWriter {
  typealias Job = @Sendable (Shelf) async throws(ShelfError) -> Void

  @ObservationIgnored let shelf: Shelf
  var errors: [ShelfError] = []
  @ObservationIgnored private var waiting: [ShelfId: Job] = [:]
  @ObservationIgnored private var running: [ShelfId: Task<Void, Never>] = [:]
  /// Those who show objects, and hear of a change before it is saved.
  @ObservationIgnored private var cells: [ObjectIdentifier: WeakCell] = [:]

  private struct WeakCell {
    weak var cell: (any ContextCell)?
  }

  nonisolated init(_ shelf: Shelf) { self.shelf = shelf }

  func add(_ cell: any ContextCell) { cells[ObjectIdentifier(cell)] = WeakCell(cell: cell) }

  func isPending(_ id: ShelfId) -> Bool { running[id] != nil }

  func add<Object: ShelfData>(_ id: ShelfId, _ object: Object?, _ job: @escaping Job) {
    for (key, reference) in cells {
      if let cell = reference.cell { cell.show(id, object) } else { cells[key] = nil }
    }
    waiting[id] = job
    guard running[id] == nil else { return }
    running[id] = Task {
      while let job = waiting.removeValue(forKey: id) {
        do throws(ShelfError) { try await job(shelf) } catch { errors.append(error) }
      }
      running[id] = nil
      for reference in cells.values { reference.cell?.settled(id) }
    }
  }

  func flush() async {
    while let task = running.values.first { await task.value }
  }
}

/// What shows an object.
@MainActor protocol ContextCell: AnyObject, Sendable {
  /// Shows an object that is being saved; nil for one that is being deleted.
  func show<Object: ShelfData>(_ id: ShelfId, _ object: Object?)
  /// Looks again, since what was pending for an object was done or has failed.
  func settled(_ id: ShelfId)
}
