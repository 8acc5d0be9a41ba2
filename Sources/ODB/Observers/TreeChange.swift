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
  /// True if everything below came or went with it, and is not reported separately.
  var isWhole = false
}
