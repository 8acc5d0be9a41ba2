/// Which value each parameter of the driver's text takes.
///
/// Logical parameters are what the caller sees: `:name` used twice is one of them. Native ones are those of the
/// driver's text: a `?` for each place, or numbers in the order of their first use. Both are counted from 0.
///
/// Numbers work as on SQLite: `?` takes the next number after the largest so far, `?5` takes 5, a new name takes the
/// next number, a known name or number is the same parameter again. A number skipped by `?5` is a parameter too: it
/// needs a place in a list of values, and what is there is not used.
package struct ParameterLayout: Sendable {
  /// Where a native parameter's value comes from.
  package enum Source: Sendable, Hashable {
    /// The value that was interpolated into the SQL, by its place in ``SQL/bindings``.
    case interpolated(Int)
    /// A value provided by the caller, by its logical number.
    case parameter(Int)
  }

  /// For each native parameter, in order, the value it takes.
  package private(set) var sources: [Source] = []
  /// For each logical parameter its name without `:`, `@` or `$`, or nil if it has none.
  package private(set) var names: [String?] = []
  /// How many interpolated values the text takes.
  package private(set) var interpolations = 0
  /// True if each native parameter i is logical parameter i, so nothing needs mapping.
  package private(set) var isIdentity = true
  /// For each logical parameter whether it is used anywhere; empty if all are.
  private var used: [Bool] = []
  private var indexByName: [SQLName: Int] = [:]
  /// True if native parameters have numbers, so that a logical one is a single native one wherever it occurs.
  let sharesPlaces: Bool
  /// The native parameter last added, or used again.
  private(set) var lastPlace = -1
  /// For each logical parameter its native one, or -1; empty unless places are shared.
  private var places: [Int] = []

  init(sharesPlaces: Bool = false) { self.sharesPlaces = sharesPlaces }

  /// How many values the caller must provide.
  package var count: Int { names.count }
  /// How many parameters the driver's text has.
  package var nativeCount: Int { sources.count }
  /// The largest number that `?NNN` may have, as on SQLite.
  package static let largestNumber = 32_766

  /// The logical parameter of this name, written without `:`, `@` or `$`.
  package func index(ofName name: String) -> Int? { indexByName[SQLName(name)] }

  /// The native parameters that take the value of this name, in order; none if there is no such name.
  package func indexes(ofName name: String) -> [Int] {
    guard let index = indexByName[SQLName(name)] else { return [] }
    return sources.indices.filter { sources[$0] == .parameter(index) }
  }

  /// True if a logical parameter occurs in the text, false if `?NNN` skipped it.
  func isUsed(_ index: Int) -> Bool { used.indices.contains(index) ? used[index] : true }

  mutating func addInterpolation(_ index: Int) {
    isIdentity = false
    interpolations += 1
    lastPlace = sources.count
    sources.append(.interpolated(index))
  }

  mutating func addNext() {
    names.append(nil)
    use(names.count - 1)
  }

  mutating func add(name: String) {
    if let index = indexByName[SQLName(name)] { return use(index) }
    indexByName[SQLName(name)] = names.count
    names.append(name)
    use(names.count - 1)
  }

  /// - Parameter number: From 1 to ``largestNumber``.
  mutating func add(number: Int) {
    if number > names.count {
      let skipped = number - names.count - 1
      if skipped > 0 {
        used += repeatElement(true, count: names.count - used.count)
        used += repeatElement(false, count: skipped)
      }
      names += repeatElement(nil, count: number - names.count)
    }
    use(number - 1)
  }

  private mutating func use(_ index: Int) {
    if used.indices.contains(index) { used[index] = true }
    if sharesPlaces, reuse(index) { return }
    if index != sources.count { isIdentity = false }
    lastPlace = sources.count
    sources.append(.parameter(index))
  }

  /// True if a logical parameter already has its native one; otherwise notes the next.
  private mutating func reuse(_ index: Int) -> Bool {
    if places.count < names.count { places += repeatElement(-1, count: names.count - places.count) }
    guard places[index] < 0 else {
      lastPlace = places[index]
      return true
    }
    places[index] = sources.count
    return false
  }
}
