import ArgumentParser
import ORDA
import ORDAImport

/// The database and the folder of steps, and how to treat them.
struct MigrateArgument: ParsableArguments {
  @OptionGroup var database: URLArgument

  @Argument(help: ArgumentHelp("The folder with the steps' files.", valueName: "folder"), completion: .directory)
  var folder: String

  @Option(help: ArgumentHelp("The table in which the database remembers its steps.", valueName: "table"))
  var table = "orda_migrations"

  @Option(help: ArgumentHelp("How many seconds to wait for other programs that migrate.", valueName: "seconds"))
  var wait = 60

  @Option(help: ArgumentHelp("The version that is written down with what is run.", valueName: "version"))
  var program = ""

  @Flag(help: "Run a step though one behind it has run.")
  var gaps = false

  func validate() throws {
    guard 0...1_000_000 ~= wait else { throw ValidationError("--wait is a number of seconds from 0 to 1000000.") }
  }

  /// Opens the database and reads the steps.
  func open() throws -> Migrator {
    let database = try database.open()
    var migrator = try Migrator(
      database, Migration.folder(folder, for: database.language), table: TableName(name: table))
    migrator.timeout = .seconds(wait)
    migrator.program = program
    migrator.allowsGaps = gaps
    return migrator
  }
}

/// Reports each step as it begins, and at the end what was done.
enum MigrateProgress {
  static func begin(_ verb: String, _ name: String) {
    StandardStreams.output.write("\(verb) \(VisibleText.escaping(name))\n")
    try? StandardStreams.output.flush()
  }

  static func end(_ steps: [Migrator.Step], _ verb: String, otherwise: String) {
    let milliseconds = steps.reduce(0) { $0 + Int($1.duration / .milliseconds(1)) }
    StandardStreams.output.write(
      steps.isEmpty
        ? otherwise + "\n" : "\(Grouped.count(steps.count, "step")) \(verb) in \(Grouped.digits(milliseconds)) ms\n")
  }
}
