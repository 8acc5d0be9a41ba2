import ArgumentParser
import ORDA

extension DotCommand {
  /// Commands about the database's contents: `orda`'s own, on the shell's open database.
  static let database: [DotCommand] = [
    DotCommand(name: "tables", summary: "List the tables and views.", isPaged: true) { shell, arguments in
      try run(TablesCommand.self, formatted(arguments, shell), in: shell)
    },
    DotCommand(
      name: "schema", usage: "[TABLE]", summary: "Show the statements that make the tables, or one of them.",
      argument: .table, isPaged: true
    ) { shell, arguments in
      try run(SchemaCommand.self, ["--sql"] + arguments, in: shell)
    },
    DotCommand(
      name: "describe", usage: "TABLE", summary: "Show a table's columns, keys and indexes.", argument: .table,
      isPaged: true
    ) { shell, arguments in
      _ = try only(arguments, ".describe TABLE")
      try run(SchemaCommand.self, formatted(arguments, shell), in: shell)
    },
    DotCommand(
      name: "indexes", usage: "[TABLE]", summary: "List the indexes, or those of one table.", argument: .table,
      isPaged: true
    ) { shell, arguments in
      guard arguments.count <= 1 else { throw ShellError("use it as .indexes [TABLE]") }
      let governor = shell.session.governor
      let tables = try shell.session.withConnection { _ in
        try arguments.first.map { [try governor.described($0)] } ?? governor.describedTables()
      }
      var show = FormatOption()
      show.format = shell.format
      try show.show(TableFacts.indexColumns, tables.flatMap(TableFacts.indexes))
    },
    DotCommand(
      name: "dump", usage: "[TABLE...]", summary: "Write the statements that make the tables with their rows.",
      argument: .table, isPaged: true
    ) { shell, arguments in
      let governor = shell.session.governor
      let isOpen = shell.session.transaction != nil
      let output = shell.output
      try shell.session.withConnection { connection in
        let dump = SQLDump(database: governor, output: output)
        if isOpen { return try dump.write(arguments, from: connection) }
        try connection.transaction(readOnly: true) { try dump.write(arguments, from: $0) }
      }
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
  private static func run<Called: DatabaseCommand>(
    _ type: Called.Type, _ arguments: [String], in shell: Shell
  ) throws {
    let command: Called
    do {
      // The database is already open, but the command line needs one.
      command = try Called.parse(["sqlite::memory:"] + arguments)
    } catch {
      throw ShellError(Called.message(for: error))
    }
    let governor = shell.session.governor
    try shell.session.withConnection { _ in try command.run(on: governor) }
  }

  private static func formatted(_ arguments: [String], _ shell: Shell) -> [String] {
    arguments + ["--format", shell.format.rawValue]
  }
}
