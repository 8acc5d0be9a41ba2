import ArgumentParser
import ORDA

/// `orda migrate status URL FOLDER`
struct MigrateStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show how each step stands. Changes nothing.")

  @OptionGroup var place: MigrateArgument

  @Flag(help: "End with code 1 where a step has not run, has changed, is missing or is half done.")
  var check = false

  @OptionGroup var format: FormatOption

  func run() throws {
    try Failure.reporting {
      let steps = try place.open().status()
      try format.show(
        ["step", "state", "began", "ms", "program"],
        steps.map { step in
          [
            step.name, Self.words[step.state] ?? step.state.rawValue, step.began?.description,
            step.duration.map { "\(Int($0 / .milliseconds(1)))" }, step.program.flatMap { $0.isEmpty ? nil : $0 },
          ]
        }, counting: "step")
      guard check, steps.contains(where: { $0.state != .applied }) else { return }
      try StandardStreams.output.flush()
      throw Failure.exitCode
    }
  }

  private static let words: [Migrator.Status.State: String] = [.halfDone: "half done"]
}
