import ArgumentParser
import ORDA

/// `orda migrate down URL FOLDER`
struct MigrateDownCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "down", abstract: "Undo the last step, or all behind one.")

  @OptionGroup var place: MigrateArgument

  @Option(help: ArgumentHelp("The step that is to be the last one left.", valueName: "step"))
  var to: String?

  @Flag(help: "Undo every step.")
  var all = false

  func validate() throws {
    if all, to != nil { throw ValidationError("--all undoes every step, so that --to has no meaning.") }
  }

  func run() throws {
    try Failure.reporting {
      let steps = try place.open().down(to: to, all: all) { MigrateProgress.begin("undoing", $0) }
      MigrateProgress.end(steps, "undone", otherwise: "nothing to undo")
    }
  }
}

/// `orda migrate redo URL FOLDER`
struct MigrateRedoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Undo the last step and run it again: for who is writing it.")

  @OptionGroup var place: MigrateArgument

  func run() throws {
    try Failure.reporting {
      let migrator = try place.open()
      let undone = try migrator.down { MigrateProgress.begin("undoing", $0) }
      guard let step = undone.first else { return MigrateProgress.end([], "", otherwise: "nothing to undo") }
      let run = try migrator.up(through: step.name) { MigrateProgress.begin("running", $0) }
      MigrateProgress.end(run, "run", otherwise: "nothing to run")
    }
  }
}
