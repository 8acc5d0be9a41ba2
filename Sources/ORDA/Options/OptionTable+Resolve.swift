extension OptionTable {
  /// Checks options against the table and reads their values.
  ///
  /// Names are matched in any case, as kebab-case, camelCase and snake_case, and by their aliases.
  ///
  /// - Parameter options: The options of a URL.
  /// - Throws: `badURL` for an unknown name, with the nearest one; for a value that is not of its option's kind, with
  ///   an example; for an option that occurs twice and may not. Secret values are never shown.
  public func resolve(_ options: [DatabaseURL.Option]) throws(DatabaseError) -> OptionValues {
    var values = OptionValues(table: self)
    for option in options {
      if let definition = definition(of: option.name) {
        guard let parsed = definition.parse(option.value) else { throw badValue(option, definition) }
        let isNew = values.append(option.value, parsed, for: definition)
        guard isNew || definition.isRepeatable else { throw repeated(option, as: definition.name) }
      } else if let (namespace, suffix) = namespace(of: option.name) {
        if let reason = namespace.refusal(suffix) {
          throw badURL("the option \(quoted(option.name)) is refused: \(reason)")
        }
        guard values.append(suffix, option.value, to: namespace) else { throw repeated(option, as: option.name) }
      } else {
        throw unknown(option)
      }
    }
    return values
  }

  /// Checks the options of a URL and those set in code, which replace the URL's.
  ///
  /// - Throws: `badURL`, like ``resolve(_:)``.
  func resolve(
    _ options: [DatabaseURL.Option], under others: [DatabaseURL.Option]
  ) throws(DatabaseError) -> OptionValues {
    if others.isEmpty { return try resolve(options) }
    let names = Set(others.map { definition(of: $0.name)?.name ?? $0.name })
    // What is replaced is checked nevertheless.
    _ = try resolve(options)
    return try resolve(options.filter { !names.contains(definition(of: $0.name)?.name ?? $0.name) } + others)
  }

  private func badValue(_ option: DatabaseURL.Option, _ definition: OptionDefinition) -> DatabaseError {
    let hidden = definition.hidesValue || SecretName.conceals(option)
    let value = hidden ? "the value (not shown)" : quoted(option.value)
    var message = "the option \(quoted(definition.name)): \(value) is not \(definition.expectation)"
    if case .choice(let all) = definition.kind, !hidden,
      let choice = ForeignOptionName.choice(meantBy: option.value, among: all)
    {
      message += "; did you mean \(quoted(choice))?"
    }
    return badURL(message)
  }

  private func repeated(_ option: DatabaseURL.Option, as name: String) -> DatabaseError {
    let alias = option.name == name ? "" : ", the second time as \(quoted(option.name))"
    return badURL("the option \(quoted(name)) stands in the URL twice\(alias)")
  }

  private func unknown(_ option: DatabaseURL.Option) -> DatabaseError {
    let candidates = definitions.map { [$0.name] + $0.aliases }
    var message = "there is no option \(quoted(option.name))"
    func suggest(_ meaning: ForeignOptionName.Meaning) {
      message += "; did you mean '\(meaning.option)\(meaning.value.map { "=\($0)" } ?? "")'?"
    }
    if let meaning = ForeignOptionName.meaning(of: option.name, isNear: false, in: self) {
      suggest(meaning)
    } else if let nearest = nearestName(to: option.name, among: candidates.flatMap { $0 }),
      let definition = definition(of: nearest)
    {
      message += "; did you mean '\(definition.name)'?"
    } else if let meaning = ForeignOptionName.meaning(of: option.name, isNear: true, in: self) {
      suggest(meaning)
    } else if let nearest = nearestName(to: option.name, among: definitions.compactMap(\.lastPart)),
      let definition = definitions.first(where: { $0.lastPart == nearest })
    {
      message += "; did you mean '\(definition.name)'?"
    } else if let dot = option.name.utf8.firstIndex(of: ASCII.dot),
      let nearest = nearestName(to: String(option.name[..<dot]), among: namespaces.map(\.name))
    {
      message += "; did you mean '\(nearest).\(String(decoding: option.name.utf8[dot...].dropFirst(), as: UTF8.self))'?"
    }
    return badURL(message + " (ORDA.explain lists them all)")
  }
}

extension OptionDefinition {
  /// What follows the last dot of the name; nil if there is none.
  fileprivate var lastPart: String? {
    name.utf8.lastIndex(of: ASCII.dot).map { String(decoding: name.utf8[$0...].dropFirst(), as: UTF8.self) }
  }
}
