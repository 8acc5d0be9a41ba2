@testable import ORDA

/// What a driver was last given to open.
struct FakeOpening: Sendable {
  var options: OptionValues
  var password: String?
}

/// A governor of a driver, on a scripted database.
private func opened(
  by driver: any Driver, _ url: DatabaseURL, _ options: OptionValues, _ configuration: GovernorConfiguration
) throws(DatabaseError) -> any Governor {
  let script = ScriptedDatabase()
  return try ConnectionGovernor(
    driver: driver, url: url, options: options, configuration: configuration, first: script.connect(.writer),
    layout: .init(writers: 1)
  ) { (role) throws(DatabaseError) in try script.connect(role) }
}

/// A driver that keeps what it was given.
struct FakeDriver: Driver {
  let opening = Shared<FakeOpening?>(nil)
  var name = "Fake"
  var schemes = ["fake", "fakedb"]
  var urlShape = DatabaseURL.Shape.server
  var options = OptionTable(
    OptionDefinition.secret("password", meaning: "The account's password") + [
      OptionDefinition(
        "ssl-mode", .choice(["disabled", "verify-ca", "verify-full"]), default: "verify-full", aliases: ["tls"],
        summary: "How the server is checked."),
      OptionDefinition("pool.max", .integer(1...4), default: "2", summary: "Fewer than elsewhere."),
    ],
    namespaces: [
      OptionNamespace("session", summary: "A variable of the session.") {
        $0 == "time_zone" ? "sessions run at +00:00" : nil
      }
    ])
  let capabilities: Capabilities = [.savepoints, .returning]

  func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor {
    var password: String?
    try url.requireMode(oneOf: ["sequential"])
    if case .server(let server) = url.location { password = try options.password(of: server) }
    opening.current = FakeOpening(options: options, password: password)
    return try opened(by: self, url, options, configuration)
  }
}

/// Another driver, of another type.
struct OtherDriver: Driver {
  var name = "Other"
  var schemes = ["other"]
  let urlShape = DatabaseURL.Shape.file
  let options = OptionTable()
  let capabilities: Capabilities = []

  func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor {
    try opened(by: self, url, options, configuration)
  }
}
