import ArgumentParser
import ORDA

/// `orda drivers [DRIVER]`
struct DriversCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drivers",
    abstract: "List the databases that this command has drivers for, or the options of one.",
    discussion: """
        orda drivers
        orda drivers sqlite
        orda drivers --options --format json

      Without a driver: each driver with its URLs' schemes and what its database can do. With one, or with --options: every \
      option that a URL may have, what its value must be, its default and what it does. Options stand behind a question \
      mark, in any order: sqlite:music.db?mode=ro&busy-timeout=2s.
      """)

  @Argument(help: ArgumentHelp("A driver, by its name or a scheme: sqlite.", valueName: "driver"))
  var driver: String?

  @Flag(help: "List the options of every driver.")
  var options = false

  @OptionGroup var format: FormatOption

  func run() throws {
    try Failure.reporting {
      try Drivers.register()
      let drivers = try driver.map { [try Drivers.named($0)] } ?? ORDA.drivers
      if driver != nil || options { return try showOptions(of: drivers) }
      let rows = drivers.map { [$0.name, Self.schemes($0), Self.capabilities($0)] }
      try format.show(["driver", "schemes", "can"], rows)
    }
  }

  private func showOptions(of drivers: [any Driver]) throws {
    for driver in drivers {
      format.heading("\(driver.name), by URLs that begin with \(Self.schemes(driver))")
      format.heading("It can: \(Self.capabilities(driver))")
    }
    var rows: [[String?]] = []
    for driver in drivers {
      let table = driver.options + .core
      for option in table.definitions {
        let fallback = option.isSecret ? nil : option.defaultText
        rows.append([driver.name, option.name, option.expectation, fallback, option.summary])
      }
      for namespace in table.namespaces {
        rows.append([driver.name, "\(namespace.name).<name>", "text", nil, namespace.summary])
      }
    }
    try format.show(["driver", "option", "value", "default", "meaning"], rows)
  }

  private static func schemes(_ driver: any Driver) -> String {
    driver.schemes.map { $0 + ":" }.joined(separator: ", ")
  }

  private static func capabilities(_ driver: any Driver) -> String {
    func names(_ capabilities: Capabilities) -> String { capabilities.map(\.name).sorted().joined(separator: ", ") }
    if driver.serverCapabilities.isEmpty { return names(driver.capabilities) }
    return "\(names(driver.capabilities)); by the server: \(names(driver.serverCapabilities))"
  }
}
