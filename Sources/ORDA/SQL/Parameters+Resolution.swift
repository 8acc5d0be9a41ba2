extension Parameters {
  /// The values in the order of a statement's logical parameters, one for each.
  ///
  /// NULL is never assumed: every parameter needs a value, every value a parameter. A parameter that `?NNN` skipped takes a
  /// value in a list, but needs none by name.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` and code `badBindIndex`, whose message names each parameter that is
  ///   missing, unknown, repeated or surplus.
  package func resolve(_ layout: ParameterLayout) throws(DatabaseError) -> [(any ValueConvertible)?] {
    switch storage {
    case .positional(let values):
      if values.count == layout.count { return values }
      throw Parameters.wrongCount(values.count, layout)
    case .named(let pairs):
      return try Parameters.resolve(pairs, layout)
    }
  }

  private static func resolve(
    _ pairs: [(name: String, value: (any ValueConvertible)?)], _ layout: ParameterLayout
  ) throws(DatabaseError) -> [(any ValueConvertible)?] {
    var values = [(any ValueConvertible)?](repeating: nil, count: layout.count)
    var given = [Bool](repeating: false, count: layout.count)
    var unknown: [String] = []
    var repeated: [String] = []
    for pair in pairs {
      let name = plain(pair.name)
      // As it is written first: an upsert's parameters have the names of its columns, which may begin with a sign.
      guard let index = layout.index(ofName: pair.name) ?? layout.index(ofName: name) else {
        unknown.append(name)
        continue
      }
      if given[index] { repeated.append(name) }
      given[index] = true
      values[index] = pair.value
    }
    let open = given.indices.filter { !given[$0] && layout.isUsed($0) }
    if unknown.isEmpty, repeated.isEmpty, open.isEmpty { return values }

    if !pairs.isEmpty, let unnamed = open.first(where: { layout.names[$0] == nil }) {
      throw refusal(
        "the statement's parameter \(unnamed + 1) is a ? and has no name, so it can't be given by name;"
          + " give the values in order")
    }
    let names = layout.names.compactMap { $0 }
    var problems: [String] = []
    if !unknown.isEmpty {
      problems.append(
        listed("unknown parameter", unknown) { name in
          let hint = nearestName(to: name, among: names).map { "; did you mean \":\($0)\"?" } ?? ""
          return "\":\(name)\"\(hint)"
        })
    }
    if !repeated.isEmpty { problems.append(listed("repeated parameter", repeated) { "\":\($0)\"" }) }
    if !open.isEmpty { problems.append(listed("missing parameter", open) { label($0, layout) }) }
    throw refusal(problems.joined(separator: "; "))
  }

  private static func wrongCount(_ count: Int, _ layout: ParameterLayout) -> DatabaseError {
    if count < layout.count {
      return refusal(listed("missing parameter", count..<layout.count) { label($0, layout) })
    }
    let extra = listed("parameter", layout.count..<count) { "\($0 + 1) of \(layout.count)" }
    return refusal(extra + ": the statement has no such parameter")
  }

  /// A parameter's name in errors, or its number.
  private static func label(_ index: Int, _ layout: ParameterLayout) -> String {
    if let name = layout.names[index] { return "\":\(name)\"" }
    return "\(index + 1) of \(layout.count)"
  }

  /// One or several things; only the first eight are described.
  private static func listed<Items: Collection>(
    _ what: String, _ items: Items, _ describe: (Items.Element) -> String
  ) -> String {
    let shown = items.prefix(8).map(describe).joined(separator: ", ")
    let more = items.count > 8 ? " and \(items.count - 8) more" : ""
    return "\(what)\(items.count > 1 ? "s" : "") \(shown)\(more)"
  }

  /// A name without the `:`, `@` or `$` that may precede it.
  private static func plain(_ name: String) -> String {
    switch name.utf8.first {
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"): String(name.unicodeScalars.dropFirst())
    default: name
    }
  }

  private static func refusal(_ message: String) -> DatabaseError {
    var error = DatabaseError(.misuse, message)
    error.code = .badBindIndex
    return error
  }
}
