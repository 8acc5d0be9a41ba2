internal import Observation

/// The shelf of an app's views, on the main actor: their changes are shown at once and saved in the background.
///
/// ```swift
/// @ShelfContext private var shelfContext
/// ```
///
/// Written like this it is the shelf in this program's folder (``Shelf/init()``); in an environment without one it is a
/// shelf in memory. ``errors`` has what could not be saved.
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

  /// The errors of saving and deleting, the oldest first; you may empty it.
  @MainActor public var errors: [ShelfError] {
    get { writer.errors }
    nonmutating set { writer.errors = newValue }
  }

  /// Saves an object soon. If several saves of one object wait, only the newest is done.
  @MainActor public func save<Object: ShelfData>(_ object: Object) {
    writer.add(object.id, Optional(object)) { shelf throws(ShelfError) in try await shelf.save(object) }
  }

  /// Deletes an object soon; views that show it show something else at once.
  @MainActor public func delete<Object: ShelfData>(_ object: Object) {
    writer.add(object.id, Object?.none) { shelf throws(ShelfError) in try await shelf.delete(object) }
  }

  /// Returns once all pending saves and deletions were tried.
  @MainActor public func flush() async { await writer.flush() }

  /// Gives this context to a view's properties that are ``ShelfQuery``, where SwiftUI does not do it.
  @MainActor public func inject(into view: Any) {
    for child in Mirror(reflecting: view).children { (child.value as? any ContextTaker)?.take(self) }
  }
}

/// Something that a context is given to.
@MainActor protocol ContextTaker {
  func take(_ context: ShelfContext)
}

/// Saves and deletes what views change: one thing at a time for each object, and only the newest of what waits.
@MainActor @Observable
final class ContextWriter {
  typealias Job = @Sendable (Shelf) async throws(ShelfError) -> Void

  @ObservationIgnored let shelf: Shelf
  var errors: [ShelfError] = []
  @ObservationIgnored private var waiting: [ShelfId: Job] = [:]
  @ObservationIgnored private var running: [ShelfId: Task<Void, Never>] = [:]
  /// What shows objects, and hears of a change before it is saved.
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
