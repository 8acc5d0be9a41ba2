extension OptionTable {
  /// The table for the documentation, in Markdown: a line for each option and each namespace.
  public var markdown: String {
    var lines = ["| Option | Value | Default | Meaning |", "|---|---|---|---|"]
    for definition in definitions {
      var names = "`\(definition.name)`"
      if !definition.aliases.isEmpty {
        names += " (also " + definition.aliases.map { "`\($0)`" }.joined(separator: ", ") + ")"
      }
      let fallback = definition.defaultText.map { definition.hidesValue ? "***" : "`\($0)`" } ?? "none"
      let repeats = definition.isRepeatable ? " May stand in the URL several times." : ""
      lines.append(row(names, definition.kind.documentation, fallback, definition.summary + repeats))
    }
    for namespace in namespaces {
      lines.append(row("`\(namespace.name).<name>`", "text", "none", namespace.summary))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ cells: String...) -> String {
    let escaped = cells.map { cell in
      cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
        .split(separator: "\n").joined(separator: " ")
    }
    return "| " + escaped.joined(separator: " | ") + " |"
  }
}

extension OptionDefinition.Kind {
  fileprivate var documentation: String {
    switch self {
    case .text: return "text"
    case .bool: return "`true`, `false`"
    case .integer(let range):
      switch (range.lowerBound, range.upperBound) {
      case (.min, .max): return "whole number"
      case (let low, .max): return "whole number from \(low)"
      case (.min, let high): return "whole number to \(high)"
      case (let low, let high): return "\(low) to \(high)"
      }
    case .duration: return "duration, such as `30s`"
    case .size: return "size, such as `16MiB`"
    case .choice(let words): return words.map { "`\($0)`" }.joined(separator: ", ")
    }
  }
}
