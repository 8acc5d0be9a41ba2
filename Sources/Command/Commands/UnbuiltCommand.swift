import ArgumentParser

/// A command that this `orda` was built without. It takes any arguments, and says how it is had.
protocol UnbuiltCommand: ParsableCommand {
  static var name: String { get }
  /// The package's trait that brings the command along.
  static var trait: String { get }
}

extension UnbuiltCommand {
  static var configuration: CommandConfiguration { CommandConfiguration(commandName: name, shouldDisplay: false) }

  func run() throws {
    throw ValidationError(
      """
      This orda was built without '\(Self.name)'. Build it with the package's trait \(Self.trait): \
      swift build -c release --product orda --traits \(Self.trait)
      """)
  }
}

#if !Conformance
  struct ConformanceCommand: UnbuiltCommand {
    static let name = "conformance"
    static let trait = "Conformance"

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }
#endif

#if !ODB
  struct ODBCommand: UnbuiltCommand {
    static let name = "odb"
    static let trait = "ODB"

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }
#endif

#if !Shelf
  struct ShelfCommand: UnbuiltCommand {
    static let name = "shelf"
    static let trait = "Shelf"

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }
#endif

#if !Server
  struct ServeCommand: UnbuiltCommand {
    static let name = "serve"
    static let trait = "Server"

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }
#endif
