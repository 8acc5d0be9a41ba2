/// A driver's options: it checks URLs, provides defaults, and writes its own documentation.
public struct OptionTable: Sendable {
  /// The options, in the order of the documentation.
  public let definitions: [OptionDefinition]
  /// Families of options whose names are open.
  public let namespaces: [OptionNamespace]
  private let index: NameIndex
  /// The defaults, read once; nil if there is none.
  private let defaults: [OptionDefinition.Parsed?]

  /// A table. If two definitions share a name or alias the first wins; registering a driver reports that.
  public init(_ definitions: [OptionDefinition] = [], namespaces: [OptionNamespace] = []) {
    self.definitions = definitions
    self.namespaces = namespaces
    var index: [String: Int] = [:]
    for (position, definition) in definitions.enumerated() {
      for name in definition.foldedNames where index[name] == nil { index[name] = position }
    }
    // Drivers ask by the defined names, which then need no folding.
    for (position, definition) in definitions.enumerated() where index[definition.name] == nil {
      index[definition.name] = position
    }
    self.index = NameIndex(index)
    defaults = definitions.map { definition in definition.defaultText.flatMap(definition.parse) }
  }

  /// Both tables in one; a definition or namespace of the left one replaces one of the right with the same name.
  public static func + (left: OptionTable, right: OptionTable) -> OptionTable {
    let names = Set(left.definitions.map { OptionDefinition.folded($0.name) })
    let families = Set(left.namespaces.map { asciiLowercased($0.name) })
    return OptionTable(
      left.definitions + right.definitions.filter { !names.contains(OptionDefinition.folded($0.name)) },
      namespaces: left.namespaces + right.namespaces.filter { !families.contains(asciiLowercased($0.name)) })
  }

  /// The definition for a name in any spelling, or an alias.
  public func definition(of name: String) -> OptionDefinition? { position(of: name).map { definitions[$0] } }

  /// The default of an option, read as its kind.
  func defaultValue(of name: String) -> OptionDefinition.Parsed? { position(of: name).flatMap { defaults[$0] } }

  private func position(of name: String) -> Int? { index[name] ?? index[OptionDefinition.folded(name)] }

  /// The namespace of a name with a dot, and what follows the dot.
  func namespace(of name: String) -> (namespace: OptionNamespace, suffix: String)? {
    guard let dot = name.utf8.firstIndex(of: ASCII.dot) else { return nil }
    let prefix = asciiLowercased(String(name[..<dot]))
    guard let namespace = namespaces.first(where: { asciiLowercased($0.name) == prefix }) else { return nil }
    return (namespace, String(decoding: name.utf8[dot...].dropFirst(), as: UTF8.self))
  }

  /// What is wrong with the table itself, a sentence each; empty if nothing is.
  var faults: [String] {
    var faults: [String] = []
    var seen: Set<String> = []
    for definition in definitions {
      for name in definition.foldedNames where !seen.insert(name).inserted {
        faults.append("the option \(quoted(definition.name)) has a name that another one has too: \(quoted(name))")
      }
      let allowed = definition.name.utf8.allSatisfy {
        ASCII.isDigit($0) || $0 == ASCII.dash || $0 == ASCII.dot || (ASCII.isLetter($0) && ASCII.lowercased($0) == $0)
      }
      if !allowed || definition.name.isEmpty {
        faults.append("the option \(quoted(definition.name)) is not in kebab-case")
      }
      if let text = definition.defaultText, definition.parse(text) == nil {
        faults.append("the option \(quoted(definition.name)) has a default that is not \(definition.expectation)")
      }
    }
    return faults
  }
}
