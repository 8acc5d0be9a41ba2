/// A type as a source writes it.
public indirect enum ReadType: Sendable, Hashable {
  /// A type by name, including `Outer.Inner`; without what is between `<` and `>`.
  case named(String)
  /// `T?`
  case optional(ReadType)
  /// `(A, B)`
  case tuple([ReadType])
  /// `[T]`
  case array(ReadType)
  /// Anything else.
  case other

  /// True if it accepts NULL.
  var takesNull: Bool {
    switch self {
    case .optional, .other: true
    case .named(let name): name == "Value" || name == "ORDA.Value"
    case .tuple, .array: false
    }
  }

  /// Without `?`.
  var wrapped: ReadType {
    if case .optional(let type) = self { return type.wrapped }
    return self
  }
}

extension ReadType: CustomStringConvertible {
  /// As a source writes it.
  public var description: String {
    switch self {
    case .named(let name): name
    case .optional(let type): "\(type)?"
    case .tuple(let types): "(\(types.map(\.description).joined(separator: ", ")))"
    case .array(let type): "[\(type)]"
    case .other: "_"
    }
  }
}
