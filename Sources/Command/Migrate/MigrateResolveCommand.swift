import ArgumentParser
import ORDA

/// `orda migrate resolve URL FOLDER STEP`
struct MigrateResolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Say how a step stands that did not come to its end, has changed, or is gone.",
    discussion: """
      Look at the database first. --applied: all of the step is there. --forgotten: nothing of it is there, or it is no step \
      any more. --from 3: what stands before its third statement is there, and it goes on with that one, at once.
      """)

  @OptionGroup var place: MigrateArgument

  @Argument(help: ArgumentHelp("The step.", valueName: "step"))
  var step: String

  @Flag(help: "All of it is there.")
  var applied = false

  @Flag(help: "Nothing of it is there, or it is no step any more.")
  var forgotten = false

  @Option(help: ArgumentHelp("Go on with this statement.", valueName: "statement"))
  var from: Int?

  func validate() throws {
    guard (applied ? 1 : 0) + (forgotten ? 1 : 0) + (from == nil ? 0 : 1) == 1 else {
      throw ValidationError("One of --applied, --forgotten and --from says how the step stands.")
    }
    if let from, from < 1 { throw ValidationError("--from is a number from 1.") }
  }

  func run() throws {
    try Failure.reporting {
      try place.open().resolve(step, as: applied ? .applied : from.map { .from(statement: $0) } ?? .forgotten)
    }
  }
}

/// `orda migrate baseline URL FOLDER STEP`
struct MigrateBaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline", abstract: "Take steps for run on a database that has been there before its migrations.")

  @OptionGroup var place: MigrateArgument

  @Argument(help: ArgumentHelp("The last step that the database has already.", valueName: "step"))
  var step: String

  func run() throws {
    try Failure.reporting { try place.open().baseline(through: step) }
  }
}
