import ORDA

@testable import Command
@testable import OrdaCommand

/// The database of a URL, opened as the command opens it.
func openedByCommand(_ url: String) throws -> any Governor {
  Drivers.use(OrdaCommand.drivers)
  return try openDatabase(url)
}
