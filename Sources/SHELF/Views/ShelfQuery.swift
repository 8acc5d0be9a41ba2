public import Observation

/// An object in a view: the only object of its type, or the first by id if there are several; and a placeholder while
/// there is none.
///
/// ```swift
/// @ShelfQuery private var user: User
///
/// Text("Hello, \(user.name)!")
/// TextField("Change my name", text: $user.name)
/// ```
///
/// What `$user` sets is shown at once and saved soon; the placeholder becomes an object with its first change. Changes
/// by others are shown too.
///
/// The placeholder comes from ``ShelfPlaceholder/init(id:)``, or else from decoding the type from nothing: empty
/// strings, zeros, and nil. If neither works for a type, write `@ShelfQuery(default: User(…))`.
@MainActor @propertyWrapper
public struct ShelfQuery<Object: ShelfData> {
  @ViewState private var cell: ShelfCell<Object>
  #if canImport(SwiftUI)
    @ContextInEnvironment private var environment
  #endif

  /// The existing object.
  public init() { _cell = ViewState(wrappedValue: ShelfCell(nil)) }

  /// The existing object.
  ///
  /// - Parameter placeholder: What is shown while there is none; changing it saves it under its id.
  public init(default placeholder: Object) { _cell = ViewState(wrappedValue: ShelfCell(placeholder)) }

  /// The object.
  public var wrappedValue: Object { cell.object }

  /// Changes the object, and its parts.
  public var projectedValue: ShelfBinding<Object> {
    let cell = cell
    return ShelfBinding(get: { cell.object }, set: { cell.set($0) })
  }

  /// What is shown, with more about it.
  public var state: ShelfCell<Object> { cell }
}

extension ShelfQuery: ContextTaker {
  func take(_ context: ShelfContext) { cell.join(context) }

  #if canImport(SwiftUI)
    /// Takes the context of the view's environment.
    func takeFromEnvironment() { cell.join(environment) }
  #endif
}

/// What a ``ShelfQuery`` shows.
@MainActor @Observable
public final class ShelfCell<Object: ShelfData> {
  /// The object, or the placeholder.
  public private(set) var object: Object
  /// True while there is no object.
  public private(set) var isPlaceholder = true
  /// What went wrong with reading; nil if nothing did.
  public private(set) var error: ShelfError?
  @ObservationIgnored private let given: Object?
  @ObservationIgnored private var context: ShelfContext?
  @ObservationIgnored private var reading: Task<Void, Never>?

  init(_ placeholder: Object?) {
    given = placeholder
    object = placeholder ?? Self.placeholder()
  }

  isolated deinit { reading?.cancel() }

  /// An object without any input yet.
  private static func placeholder() -> Object {
    let id = ShelfId()
    if let type = Object.self as? any ShelfPlaceholder.Type, let object = type.init(id: id) as? Object { return object }
    do { return try Object(from: EmptyDecoder(id: id)) } catch {
      preconditionFailure(
        "no \(Object.self) can be made of nothing: conform it to ShelfPlaceholder, or say @ShelfQuery(default: …)")
    }
  }

  func set(_ object: Object) {
    show(object.id, object)
    (context ?? .onlyInMemory).save(object)
  }

  func join(_ context: ShelfContext) {
    guard self.context?.writer !== context.writer else { return }
    self.context = context
    context.writer.add(self)
    read()
  }

  /// Follows what is in the shelf.
  private func read() {
    reading?.cancel()
    guard let context else { return }
    let lists = context.shelf.lists(of: Object.self, limit: 1)
    reading = Task { [weak self] in
      do {
        for try await list in lists { self?.heard(list.objects.first) }
      } catch { self?.error = error as? ShelfError }
    }
  }

  private func heard(_ stored: Object?) {
    error = nil
    // What the view has set but is not saved yet is newer.
    if let context, context.writer.isPending(object.id) { return }
    if let stored { (object, isPlaceholder) = (stored, false) } else if !isPlaceholder { forget() }
  }

  private func forget() { (object, isPlaceholder) = (given ?? Self.placeholder(), true) }
}

extension ShelfCell: ContextCell {
  func show<Other: ShelfData>(_ id: ShelfId, _ other: Other?) {
    guard id == object.id else { return }
    if let other = other as? Object { (object, isPlaceholder) = (other, false) } else { forget() }
  }

  func settled(_ id: ShelfId) {
    // What failed to be saved is not what the store has: look there.
    if id == object.id || isPlaceholder { read() }
  }
}
