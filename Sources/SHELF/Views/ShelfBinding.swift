#if !canImport(SwiftUI)
  /// Gets and sets a value that belongs to somebody else, like SwiftUI's Binding where there is SwiftUI.
  @MainActor @dynamicMemberLookup
  public struct ShelfBinding<Value> {
    private let get: @MainActor () -> Value
    private let set: @MainActor (Value) -> Void

    /// A binding.
    public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
      self.get = get
      self.set = set
    }

    /// The value.
    public var wrappedValue: Value {
      get { get() }
      nonmutating set { set(newValue) }
    }

    /// A part of the value.
    public subscript<Part>(dynamicMember path: any WritableKeyPath<Value, Part> & Sendable) -> ShelfBinding<Part> {
      ShelfBinding<Part>(
        get: { wrappedValue[keyPath: path] },
        set: { part in
          var value = wrappedValue
          value[keyPath: path] = part
          wrappedValue = value
        })
    }
  }

  /// Keeps a value for a view, like SwiftUI's State: here a view is made once.
  @MainActor @propertyWrapper
  struct ViewState<Value> {
    let wrappedValue: Value
  }
#endif
