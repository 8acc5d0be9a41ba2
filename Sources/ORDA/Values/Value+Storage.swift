extension Value {
  /// True if both are the same in the database: texts are compared by their bytes.
  public func isStoredAs(_ other: Value) -> Bool {
    switch (self, other) {
    case (.text(let first), .text(let second)): first.utf8.elementsEqual(second.utf8)
    case (.json(let first), .json(let second)): first.utf8.elementsEqual(second.utf8)
    case (.double(let first), .double(let second)): first.bitPattern == second.bitPattern
    case (.decimal(let first), .decimal(let second)): first.description == second.description
    default: self == other
    }
  }

  /// The bytes that the value takes in addition: those of texts and blobs that don't fit into it.
  public var contentSize: Int {
    switch self {
    case .text(let text), .json(let text): text.utf8.count > 15 ? text.utf8.count : 0
    case .bytes(let bytes): bytes.count
    default: 0
    }
  }
}
