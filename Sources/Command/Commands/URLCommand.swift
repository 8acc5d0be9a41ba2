import ArgumentParser
import ORDA

/// `orda url`
struct URLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "url",
    abstract: "Questions about URLs.",
    subcommands: [URLExplainCommand.self])
}

/// `orda url explain URL`
struct URLExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Tell how a URL is understood, without opening anything.",
    discussion: """
        orda url explain sqlite:music.db
        orda url explain 'sqlite:music.db?mode=ro&busy-timeout=2s'

      Every option that the URL may have: its value, its default, whether the URL sets it, and what it does. Passwords are \
      shown as ***. An option that there is not is an error, which names the nearest that there is.
      """)

  @OptionGroup var database: URLArgument

  @OptionGroup var format: FormatOption

  func run() throws {
    try Failure.reporting {
      let explanation = try Drivers.registered { try ORDA.explain(database.url) }
      format.heading("driver    \(explanation.driver)")
      format.heading("scheme    \(explanation.scheme)\(explanation.mode.map { "+\($0)" } ?? "")")
      format.heading("location  \(explanation.location)")
      let rows = explanation.options.map { option in
        [option.name, option.value, option.defaultValue, option.isSet ? "yes" : "no", option.summary]
      }
      try format.show(["option", "value", "default", "set", "meaning"], rows)
    }
  }
}
