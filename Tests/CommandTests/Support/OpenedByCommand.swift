import ORDA

@testable import Command
@testable import OrdaCommand

/// Gives the command its drivers, as the executable does.
func useDrivers() { Drivers.use(OrdaCommand.drivers) }

/// The database of a URL, opened as the command opens it.
func openedByCommand(_ url: String) throws -> any Governor {
  useDrivers()
  return try openDatabase(url)
}
