/// Hands out names, each only once: a name that is taken gets a number.
struct DistinctSwiftNames {
  private var taken: Set<String>

  /// - Parameter reserved: Names that are taken.
  init(_ reserved: Set<String> = []) { taken = reserved }

  /// Hands out a name.
  mutating func take(_ name: String) { taken.insert(name) }

  /// - Parameters:
  ///   - name: The wanted name; nil if there is none in Swift.
  ///   - suffix: What is appended to a reserved name.
  ///   - otherwise: The name to begin with in that case.
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
