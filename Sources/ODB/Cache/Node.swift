internal import ORDA

/// An object of the database, as the cache knows it: a table or a value.
///
/// Only the session that holds their cache touches nodes, on whichever thread runs it.
final class Node {
  /// What a node is.
  enum Content {
    /// A table; ``Node/children`` has what is known of its children.
    case table
    case value(ODBValue)
    /// A value that is read when it is used: its size in bytes, and what is known without reading it.
    case large(kind: Int, applicationType: String?, size: Int)
    /// A value of a kind that this version does not know.
    case unknown(kind: Int)
  }

  let id: Int64
  private(set) var parent: Int64
  var name: NodeName
  var content: Content
  /// What is known of a table's children.
  var children = Children()
  /// Names known to be missing.
  var missing: Set<String> = []
  /// True if every child is known.
  var isComplete: Bool
  /// True if the table has so many children that all of them are read only on request.
  var isLong = false
  /// How many names had to be looked up in the database since the table became known.
  var lookups = 0
  /// When it was last used, by the cache's clock.
  var lastUse = 0

  /// The root table's number.
  static let root: Int64 = 1

  init(id: Int64, parent: Int64, name: NodeName, content: Content, isComplete: Bool = false) {
    self.id = id
    self.parent = parent
    self.name = name
    self.content = content
    self.isComplete = isComplete
  }

  var isTable: Bool { if case .table = content { true } else { false } }
  var isRoot: Bool { id == Node.root }

  /// Gives it another place.
  func move(to parent: Int64, name: NodeName) {
    self.parent = parent
    self.name = name
  }

  /// About how many bytes of memory it takes, without its children.
  var size: Int {
    let value: Int
    switch content {
    case .value(let content): value = content.content.size
    case .table, .large, .unknown: value = 0
    }
    return 300 + name.text.utf8.count + name.key.utf8.count + value
  }
}

extension ODBValue.Content {
  /// How many bytes its text or data has; 0 for other types.
  var size: Int {
    switch self {
    case .boolean, .integer, .double, .date: 0
    case .string(let text): text.utf8.count
    case .data(let data): data.count
    }
  }
}
