/// A name, and its form for comparisons.
struct NodeName: Sendable, Hashable {
  /// As it was typed.
  let text: String
  /// Used for comparisons, and stored beside the name.
  let key: String
  /// The key's hash.
  let hash: UInt32

  /// The longest key, in bytes: what an index of MariaDB holds.
  static let longestKey = 3_000
  /// The largest number of names in a path.
  static let deepest = 10_000

  init(_ text: String) {
    self.init(text, key: NameFolding.fold(text))
  }

  /// A name as it is stored.
  init(_ text: String, key: String) {
    self.text = text
    self.key = key
    hash = UInt32(truncatingIfNeeded: key.hashValue)
  }

  /// False for names that no object can have.
  var isLegal: Bool { !key.isEmpty && key.utf8.count <= Self.longestKey }

  /// The name of the table that contains all others.
  static let root = NodeName("root")

  static func == (left: NodeName, right: NodeName) -> Bool { left.key == right.key }
  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
