import ArgumentParser
import ORDA

/// A command that does its work on one database, and so on one that is open already.
protocol DatabaseCommand: ParsableCommand {
  /// Does the work.
  func run(on database: any Governor) throws
}
