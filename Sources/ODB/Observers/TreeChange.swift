/// A change, with its place in the tree.
struct TreeChange: Sendable {
  /// What happened there.
  enum Kind: Sendable, Hashable {
    case set
    case removed
    /// Anything may have happened at the place and below it.
    case unknown
  }

  let names: [NodeName]
  var kind: Kind
  /// True where what is below has come or gone with it, and is not told by itself.
  var isWhole = false
}
