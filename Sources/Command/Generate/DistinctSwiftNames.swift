/// Gives names, each once: one that is taken gets a number.
struct DistinctSwiftNames {
  private var taken: Set<String>

  /// - Parameter reserved: Names that are somebody else's.
  init(_ reserved: Set<String> = []) { taken = reserved }

  /// Gives a name away.
  mutating func take(_ name: String) { taken.insert(name) }

  /// - Parameters:
  ///   - name: The wanted name; nil if Swift could write none.
  ///   - suffix: What is put behind a name that is reserved, so that it says what it is.
  ///   - otherwise: What to begin with in that case.
  mutating func name(_ name: String?, suffix: String, otherwise: String) -> String {
    let wanted = name ?? otherwise
    var free = taken.contains(wanted) ? wanted + suffix : wanted
    var number = 2
    while taken.contains(free) {
      free = "\(wanted)\(suffix)\(number)"
      number += 1
    }
    taken.insert(free)
    return free
  }
}
