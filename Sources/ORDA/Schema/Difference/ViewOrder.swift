/// Views in an order in which each comes after those that it reads.
public struct ViewOrder: Sendable {
  /// The names, in order; if views read each other in a circle, the circle is cut where it was entered.
  public let names: [String]

  /// Orders views.
  ///
  /// - Parameters:
  ///   - texts: The views' texts by their names.
  ///   - dialect: How the texts quote and comment.
  public init(_ texts: [String: String], _ dialect: Dialect) {
    let read = texts.mapValues { Set(ComparableSQL($0, dialect).tokens) }
    var names: [String] = []
    var seen: Set<String> = []
    func visit(_ name: String, depth: Int) {
      guard seen.insert(name).inserted else { return }
      // No database runs views as deep as this.
      if depth < 100 {
        for other in texts.keys.sorted() where read[name]?.contains(asciiLowercased(other)) ?? false {
          visit(other, depth: depth + 1)
        }
      }
      names.append(name)
    }
    for name in texts.keys.sorted() { visit(name, depth: 0) }
    self.names = names
  }
}
