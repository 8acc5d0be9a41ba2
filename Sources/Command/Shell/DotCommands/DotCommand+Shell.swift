import ORDA
import ORDAImport
import ORDAPlatform

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
      name: "param", aliases: ["parameter"], usage: "[NAME=VALUE...]",
      summary: "Give parameters (:NAME) values; .param clear forgets them, .param lists them.",
      argument: .words(["clear"])
    ) { shell, arguments in
      if arguments.isEmpty {
        var show = FormatOption()
        show.format = shell.format
        return try show.show(
          ["parameter", "value"], shell.parameters.map { [":" + ($0.name ?? ""), $0.value.description] })
      }
      if arguments == ["clear"] { return shell.parameters = [] }
      // Another shell's words for the same.
      let words = arguments.count == 3 && arguments[0] == "set" ? ["\(arguments[1])=\(arguments[2])"] : arguments
      let values = words.map { ParameterValue.named($0) }
      guard !values.contains(where: { $0 == nil }) else {
        throw ShellError("use it as .param NAME=VALUE; text:42 is a text, null: is NULL, hex:c0ffee is bytes")
      }
      for value in values.compactMap({ $0 }) {
        shell.parameters.removeAll { $0.name == value.name }
        shell.parameters.append(value)
      }
    },
    DotCommand(
      name: "output", usage: "[FILE [--force]]",
      summary: "Write results to a file from now on; without a file, here again."
    ) { shell, arguments in
      let paths = arguments.filter { $0 != "--force" }
      guard paths.count <= 1, paths.count == 1 || arguments.isEmpty else {
        throw ShellError("use it as .output FILE, .output FILE --force, or .output")
      }
      let file = try paths.first.map { try Output(newFile: $0, replaces: arguments.count > 1) }
      defer { StandardStreams.redirect(to: file, isFile: file != nil) }
      try shell.output.flush()
    },
    DotCommand(
      name: "pager", usage: "[on|off|COMMAND]",
      summary: "What shows results that are longer than the screen: $PAGER, or less.", argument: .words(["on", "off"])
    ) { shell, arguments in
      guard shell.isInteractive else { throw ShellError("a pager is for terminals") }
      switch arguments.first {
      case nil: shell.output.write(VisibleText.escaping(shell.pager ?? "off") + "\n")
      case "off": shell.pager = nil
      case "on":
        shell.pager = Pager.standard { getenv($0).map { String(cString: $0) } }
        if shell.pager == nil { throw ShellError("there is no less, and PAGER names none; use .pager COMMAND") }
      default: shell.pager = arguments.joined(separator: " ")
      }
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
    DotCommand(name: "help", summary: "Show this.", isPaged: true) { shell, _ in
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
