/// How a URL is understood: its driver, and every option with its value and its default. It contains no secret.
public struct Explanation: Sendable, Hashable, CustomStringConvertible {
  /// The driver's name.
  public let driver: String
  /// The scheme, as the URL has it.
  public let scheme: String
  /// The mode after `+`; nil for none.
  public let mode: String?
  /// Where the database is: the path, `:memory:`, or the server with its password masked.
  public let location: String
  /// Every option that the driver and the core know, then those of open namespaces that the URL sets.
  public let options: [ExplainedOption]

  /// A listing of several lines; a star marks the options that the URL sets.
  public var description: String {
    var lines = [
      "driver    \(driver)",
      "scheme    \(scheme)\(mode.map { "+\($0)" } ?? "")",
      "location  \(location)",
    ]
    guard !options.isEmpty else { return lines.joined(separator: "\n") }
    let cells = options.map { option in
      [
        "\(option.isSet ? "*" : " ") \(option.name)", option.value ?? "-", option.defaultValue ?? "-", option.summary,
      ]
    }
    let table = [["  option", "value", "default", "meaning"]] + cells
    let widths = (0..<3).map { column in table.map { $0[column].count }.max() ?? 0 }
    lines.append("")
    for row in table {
      let padded = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: max(0, width - cell.count))
      }
      lines.append((padded + row.suffix(1)).joined(separator: "  "))
    }
    return lines.joined(separator: "\n")
  }
}
