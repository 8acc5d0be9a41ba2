/// The options in force for one URL: its own, and the defaults of the rest.
///
/// The getters take an option's name in any spelling. They return nil if the option has neither value nor default, is
/// of another kind or is not in the table.
public struct OptionValues: Sendable {
  /// The table that the options were checked against.
  public let table: OptionTable
  private var values: [String: [(text: String, parsed: OptionDefinition.Parsed)]] = [:]
  private var namespaces: [(namespace: String, name: String, value: String)] = []
  private var namespaceNames: Set<String> = []

  init(table: OptionTable) { self.table = table }

  /// The value of an option of kind text.
  public func text(_ name: String) -> String? {
    if case .text(let text)? = parsed(name) { text } else { nil }
  }
  /// Every value of an option of kind text that may occur several times, in order.
  public func texts(_ name: String) -> [String] {
    guard let definition = table.definition(of: name) else { return [] }
    let set = values[definition.name]?.compactMap { if case .text(let text) = $0.parsed { text } else { nil } }
    return set ?? text(name).map { [$0] } ?? []
  }
  /// The value of an option of kind bool.
  public func bool(_ name: String) -> Bool? {
    if case .bool(let flag)? = parsed(name) { flag } else { nil }
  }
  /// The value of an option of kind integer, within its range.
  public func integer(_ name: String) -> Int? {
    if case .integer(let number)? = parsed(name) { number } else { nil }
  }
  /// The value of an option of kind duration: not negative, whole microseconds, at most 36500 days.
  public func duration(_ name: String) -> Duration? {
    if case .duration(let duration)? = parsed(name) { duration } else { nil }
  }
  /// The value of an option of kind size, in bytes, not negative.
  public func size(_ name: String) -> Int? {
    if case .size(let bytes)? = parsed(name) { bytes } else { nil }
  }
  /// The value of an option of kind choice, spelled as in the table.
  public func choice(_ name: String) -> String? {
    if case .choice(let word)? = parsed(name) { word } else { nil }
  }
  /// What the URL sets in a namespace, in order: for `pragma`, the names after `pragma.` as written, and values.
  public func namespace(_ name: String) -> [(name: String, value: String)] {
    if namespaces.isEmpty { return [] }
    let wanted = asciiLowercased(name)
    return namespaces.filter { asciiLowercased($0.namespace) == wanted }.map { ($0.name, $0.value) }
  }
  /// True if the URL sets the option itself.
  public func isSet(_ name: String) -> Bool {
    table.definition(of: name).map { values[$0.name] != nil } ?? false
  }

  /// Every option of the table with its current value, in the table's order, followed by those of the namespaces.
  public func explain() -> [ExplainedOption] {
    let listed = table.definitions.map { definition in
      let set = values[definition.name]
      let shown = set.map { $0.map { shownText($0.text, of: definition) }.joined(separator: ", ") }
      let fallback = definition.defaultText.map { shownText($0, of: definition) }
      return ExplainedOption(
        name: definition.name, value: shown ?? fallback, defaultValue: fallback, isSet: set != nil,
        summary: definition.summary)
    }
    let open = namespaces.map { entry in
      let name = "\(entry.namespace).\(entry.name)"
      let hidden = SecretName.conceals(DatabaseURL.Option(name, entry.value))
      let summary = table.namespaces.first { $0.name == entry.namespace }?.summary ?? ""
      return ExplainedOption(
        name: name, value: hidden ? SecretName.mask : entry.value, defaultValue: nil, isSet: true, summary: summary)
    }
    return listed + open
  }

  private func shownText(_ text: String, of definition: OptionDefinition) -> String {
    definition.hidesValue || SecretName.conceals(DatabaseURL.Option(definition.name, text)) ? SecretName.mask : text
  }

  private func parsed(_ name: String) -> OptionDefinition.Parsed? {
    if values.isEmpty { return table.defaultValue(of: name) }
    guard let definition = table.definition(of: name) else { return nil }
    return values[definition.name]?.last?.parsed ?? table.defaultValue(of: name)
  }

  /// Adds a value; false if the option already has one.
  mutating func append(_ text: String, _ parsed: OptionDefinition.Parsed, for definition: OptionDefinition) -> Bool {
    values[definition.name, default: []].append((text, parsed))
    return values[definition.name]?.count == 1
  }

  /// Adds a value to a namespace; false if the name already has one.
  mutating func append(_ name: String, _ value: String, to namespace: OptionNamespace) -> Bool {
    namespaces.append((namespace.name, name, value))
    return namespaceNames.insert(asciiLowercased("\(namespace.name).\(name)")).inserted
  }
}

extension OptionValues: CustomStringConvertible, CustomReflectable {
  /// The options that the URL sets, secrets masked.
  public var description: String {
    explain().filter(\.isSet).map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
  }
  /// What `dump` shows: the description, so that no secret is shown.
  public var customMirror: Mirror { Mirror(self, children: ["options": description]) }
}
