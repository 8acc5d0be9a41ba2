import ArgumentParser
import ORDA
import ORDAImport

/// `orda migrate up URL FOLDER`
struct MigrateUpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "up", abstract: "Run the steps that have not run, in order.")

  @OptionGroup var place: MigrateArgument

  @Option(help: ArgumentHelp("The last step to run; repeatable ones are left out then.", valueName: "step"))
  var to: String?

  @Flag(help: "Show the statements that would be run, and run none.")
  var dryRun = false

  func run() throws {
    try Failure.reporting {
      let migrator = try place.open()
      if dryRun {
        for step in try migrator.dryRun(through: to) {
          StandardStreams.output.write("-- \(VisibleText.escaping(step.name))\n")
          for text in step.statements ?? [] { StandardStreams.output.write(VisibleText.lines(text) + ";\n") }
        }
        return
      }
      let steps = try migrator.up(through: to) { MigrateProgress.begin("running", $0) }
      MigrateProgress.end(steps, "run", otherwise: "nothing to run")
    }
  }
}
