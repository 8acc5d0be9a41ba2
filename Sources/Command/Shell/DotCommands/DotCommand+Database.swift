import ArgumentParser
import ORDA

extension DotCommand {
  /// Commands about what is in the database: those that `orda` itself has, on the database that the shell has open.
  static let database: [DotCommand] = [
    DotCommand(name: "tables", summary: "List the tables and views.") { shell, arguments in
      try run(TablesCommand.self, formatted(arguments, shell), in: shell)
    },
    DotCommand(
      name: "schema", usage: "[TABLE]", summary: "Show the statements that make the tables, or one of them.",
      argument: .table
    ) { shell, arguments in
      try run(SchemaCommand.self, ["--sql"] + arguments, in: shell)
    },
    DotCommand(
      name: "describe", usage: "TABLE", summary: "Show a table's columns, keys and indexes.", argument: .table
    ) { shell, arguments in
      _ = try only(arguments, ".describe TABLE")
      try run(SchemaCommand.self, formatted(arguments, shell), in: shell)
    },
    DotCommand(
      name: "import", usage: "FILE TABLE [OPTION...]",
      summary: "Put a file's rows into a table, as orda import does: all, or none."
    ) { shell, arguments in
      guard arguments.count >= 2 else { throw ShellError("use it as .import FILE TABLE [OPTION...]") }
      shell.forgetNames()
      try run(ImportCommand.self, [arguments[1], arguments[0]] + arguments.dropFirst(2), in: shell)
    },
    DotCommand(
      name: "export", usage: "TABLE FILE [OPTION...]",
      summary: "Write a table's rows to a file, as orda export does.", argument: .table
    ) { shell, arguments in
      guard arguments.count >= 2 else { throw ShellError("use it as .export TABLE FILE [OPTION...]") }
      try run(ExportCommand.self, arguments, in: shell)
    },
  ]

  /// Runs a command of `orda` on the shell's database, in the open transaction if there is one.
  private static func run<Command: DatabaseCommand>(
    _ type: Command.Type, _ arguments: [String], in shell: Shell
  ) throws {
    let command: Command
    do {
      // The database is there already, but the command line needs one.
      command = try Command.parse(["sqlite::memory:"] + arguments)
    } catch {
      throw ShellError(Command.message(for: error))
    }
    let governor = shell.session.governor
    try shell.session.withConnection { _ in try command.run(on: governor) }
  }

  private static func formatted(_ arguments: [String], _ shell: Shell) -> [String] {
    arguments + ["--format", shell.format.rawValue]
  }
}
