import ArgumentParser
import ORDA

/// The URL of the database, which most commands take first.
struct URLArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The database, for example sqlite:music.db.", valueName: "url"))
  var url: String

  /// Opens the database.
  func open() throws -> any Governor { try openDatabase(url) }
}
