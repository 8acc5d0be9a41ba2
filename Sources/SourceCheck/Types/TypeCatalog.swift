/// The types that sources declare, by their names.
public struct TypeCatalog: Sendable {
  private var types: [String: [DeclaredType]] = [:]
  private var extensions: [String: [DeclaredType]] = [:]

  /// No types.
  public init() {}

  mutating func add(_ type: DeclaredType) {
    let last = Self.last(of: type.name)
    if type.isDeclared { types[last, default: []].append(type) } else { extensions[last, default: []].append(type) }
  }

  func knows(_ name: String) -> Bool { types[Self.last(of: name)] != nil }

  /// The type that a name means at a place; nil if there is none, or it may be one of several.
  ///
  /// - Parameters:
  ///   - name: The name, as it is written there.
  ///   - path: The file that it is written in.
  ///   - scope: The types around that place, joined by dots.
  func find(_ name: String, in path: String, within scope: String) -> DeclaredType? {
    let last = Self.last(of: name)
    guard let candidates = types[last] else { return nil }
    // From the innermost type outwards, as Swift looks names up.
    var around = scope.split(separator: ".").map(String.init)
    while true {
      let full = (around + [name]).joined(separator: ".")
      let here = candidates.filter { $0.name == full }
      if let found = here.count == 1 ? here.first : here.first(where: { $0.path == path }) {
        guard here.count(where: { $0.path == found.path }) == 1 else { return nil }
        return completed(found)
      }
      if !here.isEmpty { return nil }
      if around.popLast() == nil { return nil }
    }
  }

  private func completed(_ type: DeclaredType) -> DeclaredType {
    let last = Self.last(of: type.name)
    var type = type
    for other in extensions[last] ?? [] where other.name == type.name { type.merge(other) }
    return type
  }

  /// The name without those of the types around it.
  private static func last(of name: String) -> String {
    name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[name.utf8.index(after: $0)...]) } ?? name
  }
}
