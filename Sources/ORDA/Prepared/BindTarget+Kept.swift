extension BindTarget {
  /// Binds a kept value, by the driver's shortest way, as the core binds.
  func bind(kept value: Value, at index: Int) {
    switch value {
    case .null: bindNull(at: index)
    case .int(let number): bind(number, at: index)
    case .double(let number): bind(number, at: index)
    case .text(let text): bind(text, at: index)
    case .bytes(let bytes): bytes.withUnsafeBytes { bind(bytes: $0, at: index) }
    default: bind(value, at: index)
    }
  }
}
