#if canImport(SwiftUI)
  public import SwiftUI

  /// SwiftUI's own binding.
  public typealias ShelfBinding = Binding
  typealias ViewState = State

  private struct ContextKey: EnvironmentKey {
    static let defaultValue = ShelfContext.onlyInMemory
  }

  extension EnvironmentValues {
    /// The shelf of the views; a shelf in memory if none was given.
    public var shelfContext: ShelfContext {
      get { self[ContextKey.self] }
      set { self[ContextKey.self] = newValue }
    }
  }

  /// The context of the view's environment, as a property of ShelfQuery.
  @MainActor @propertyWrapper
  struct ContextInEnvironment: DynamicProperty {
    @Environment(\.shelfContext) private var context
    var wrappedValue: ShelfContext { context }
  }

  extension ShelfQuery: @preconcurrency DynamicProperty {
    /// Takes the environment's shelf.
    public func update() { takeFromEnvironment() }
  }
#endif
