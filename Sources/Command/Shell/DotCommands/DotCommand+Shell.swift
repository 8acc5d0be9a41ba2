import ORDA

extension DotCommand {
  /// Commands about the shell itself.
  static let ofTheShell: [DotCommand] = [
    DotCommand(name: "read", usage: "FILE", summary: "Run the statements of a file.") { shell, arguments in
      try shell.run(script: try only(arguments, ".read FILE"))
    },
    DotCommand(name: "open", usage: "URL", summary: "Talk to another database from now on.") { shell, arguments in
      try shell.open(try only(arguments, ".open URL"))
    },
    DotCommand(
      name: "format", aliases: ["mode"], usage: "FORMAT",
      summary: "Show rows as \(formats.joined(separator: ", ")).", argument: .words(formats)
    ) { shell, arguments in
      let name = try only(arguments, ".format FORMAT, which is one of \(formats.joined(separator: ", "))")
      guard let format = ResultFormat(rawValue: name.lowercased()) else {
        throw ShellError("'\(name)' is no format; the formats are \(formats.joined(separator: ", "))")
      }
      shell.format = format
    },
    DotCommand(
      name: "timing", usage: "on|off", summary: "Show how long each statement took.", argument: .words(["on", "off"])
    ) { shell, arguments in
      switch try only(arguments, ".timing on or .timing off").lowercased() {
      case "on": shell.showsTime = true
      case "off": shell.showsTime = false
      default: throw ShellError("use it as .timing on or .timing off")
      }
    },
    DotCommand(name: "history", usage: "[NUMBER]", summary: "Show what was typed last, 20 inputs or so many.") {
      shell, arguments in
      guard arguments.count <= 1, let count = arguments.first.map({ Int($0) }) ?? 20, count >= 0 else {
        throw ShellError("use it as .history [NUMBER]")
      }
      for entry in shell.history.entries.suffix(count) {
        for line in entry.split(separator: "\n", omittingEmptySubsequences: false) {
          shell.output.write(VisibleText.escaping(String(line)) + "\n")
        }
      }
    },
    DotCommand(name: "help", summary: "Show this.") { shell, _ in
      let rows = all.map { command in
        let names = ([command.name] + command.aliases).map { "." + $0 }.joined(separator: ", ")
        return (names + (command.usage.isEmpty ? "" : " " + command.usage), command.summary)
      }
      let width = rows.map(\.0.count).max() ?? 0
      for (use, summary) in rows {
        shell.output.write(use + String(repeating: " ", count: width - use.count + 2) + summary + "\n")
      }
      shell.output.write("Everything else is SQL and goes on until its semicolon.\n")
    },
    DotCommand(name: "quit", aliases: ["exit"], summary: "Leave; an open transaction is rolled back.") { shell, _ in
      shell.isOver = true
    },
  ]

  private static var formats: [String] { ResultFormat.allCases.map(\.rawValue) }
}
