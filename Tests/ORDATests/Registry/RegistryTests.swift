import Testing

@testable import ORDA

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The registry of drivers")
struct RegistryTests {
  @Test func registeringTwiceIsOneEntry() throws {
    let registry = Registry()
    try registry.register(FakeDriver())
    try registry.register(FakeDriver())
    try registry.register(FakeDriver(schemes: ["ignored"]))
    #expect(registry.drivers.map(\.name) == ["Fake"])
    #expect(registry.driver(for: "fake")?.name == "Fake")
    #expect(registry.driver(for: "FAKEdb")?.name == "Fake")
    #expect(registry.driver(for: "ignored") == nil)
  }

  @Test("A taken scheme is refused, naming both drivers, and nothing of the second is registered")
  func conflict() throws {
    let registry = Registry()
    try registry.register(FakeDriver())
    let error = #expect(throws: DatabaseError.self) {
      try registry.register(OtherDriver(schemes: ["other", "FakeDB"]))
    }
    #expect(error?.kind == .misuse)
    #expect(
      error?.message
        == "the driver Other (OtherDriver) can't have the scheme 'fakedb': the driver Fake (FakeDriver) has it")
    #expect(registry.driver(for: "other") == nil)
    #expect(registry.drivers.map(\.name) == ["Fake"])
    let renamed = #expect(throws: DatabaseError.self) { try registry.register(FakeDriver(name: "Fork")) }
    #expect(renamed?.kind == .misuse)
    try registry.register(OtherDriver())
    #expect(registry.drivers.map(\.name) == ["Fake", "Other"])
  }

  @Test("A driver that describes itself wrongly is refused")
  func faultyDrivers() {
    let twice = [
      OptionDefinition("a-b", .text, summary: "."), OptionDefinition("x", .text, aliases: ["aB"], summary: "."),
    ]
    let badDefault = [OptionDefinition("wait", .duration, default: "30", summary: ".")]
    let camel = [OptionDefinition("camelCase", .text, summary: ".")]
    let faulty: [(FakeDriver, String)] = [
      (FakeDriver(name: ""), "its name is empty"),
      (FakeDriver(schemes: []), "it has no scheme"),
      (FakeDriver(schemes: ["a+b"]), "'a+b' is no scheme"),
      (FakeDriver(options: OptionTable(twice)), "'x' has a name that another one has too: 'ab'"),
      (FakeDriver(options: OptionTable(badDefault)), "'wait' has a default that is not a whole number and a unit"),
      (FakeDriver(options: OptionTable(camel)), "'camelCase' is not in kebab-case"),
    ]
    for (driver, reason) in faulty {
      let registry = Registry()
      let error = #expect(throws: DatabaseError.self) { try registry.register(driver) }
      #expect(error?.kind == .misuse)
      #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
      #expect(registry.drivers.isEmpty)
    }
    #expect(OptionTable.core.faults == [])
  }

  @Test func openingGivesTheDriverTheURLAndItsOptions() throws {
    let registry = Registry()
    let driver = FakeDriver()
    try registry.register(driver)
    let governor = try registry.open("FAKE+sequential://app:pw@h:1/db?sslMode=VERIFY_CA&session.lock_wait=5")
    let opening = try #require(driver.opening.current)
    #expect(governor.url.scheme == "fake")
    #expect(governor.url.mode == "sequential")
    #expect(opening.password == "pw")
    #expect(opening.options.choice("ssl-mode") == "verify-ca")
    #expect(opening.options.integer("pool.max") == 2)  // the driver's default, not the core's
    #expect(opening.options.integer("statement-cache") == 128)
    #expect(opening.options.namespace("session").map(\.name) == ["lock_wait"])
    #expect(opening.options.namespace("session").map(\.value) == ["5"])

    let url = try #require(URL(string: "fakedb://h/db"))
    #expect(try registry.open(url).url.textWithSecrets == "fakedb://h/db")
  }

  @Test(
    "The four codes of opening",
    arguments: [
      ("", DatabaseError.Kind.badURL, ResultCode.nilURL),
      ("nothing://h", .missingDriver, .missingDriver),
      ("fake:h", .badURL, .badURL),
      ("fake://h?sl-mode=x", .badURL, .badURL),
      ("fake+loadbalance://h", .badURL, .badURL),
      ("fake://h?session.time_zone=x", .badURL, .badURL),
    ])
  func codes(text: String, kind: DatabaseError.Kind, code: ResultCode) throws {
    let registry = Registry()
    try registry.register(FakeDriver())
    let error = #expect(throws: DatabaseError.self) { try registry.open(text) }
    #expect(error?.kind == kind)
    #expect(error?.code == code)
    #expect(error?.code.class == .error)
    #expect(error?.code.subclass == .connection)
  }

  @Test(
    "A missing driver: what is there, and what to do",
    arguments: [
      ("sqlite:x.db", "import ORDASQLite and call try SQLite.register()"),
      ("SQLite3:x.db", "import ORDASQLite and call try SQLite.register()"),
      ("mariadb://h/db", "import ORDAMariaDB and call try MariaDB.register()"),
      ("mysql://h/db", "import ORDAMariaDB and call try MariaDB.register()"),
      ("postgres://h/db", "import ORDAPostgreSQL and call try PostgreSQL.register()"),
      ("file:///x.db", "sqlite:///folder/music.db"),
      ("fkae://h/db", "did you mean 'fake'?"),
      ("sqllite:x.db", "did you mean 'sqlite'?"),
    ])
  func missing(text: String, hint: String) throws {
    let registry = Registry()
    let alone = #expect(throws: DatabaseError.self) { try registry.open(text) }
    #expect(alone?.kind == .missingDriver)
    #expect(alone?.message.contains("(none is registered)") == true)
    try registry.register(FakeDriver())
    try registry.register(OtherDriver())
    let error = #expect(throws: DatabaseError.self) { try registry.open(text) }
    #expect(error?.kind == .missingDriver)
    #expect(error?.message.contains("(registered: fake, fakedb, other)") == true)
    #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
  }

  @Test func noHintWhereNothingIsNear() {
    let error = #expect(throws: DatabaseError.self) { try Registry().explain("oracle://h/db") }
    #expect(error?.message == "no driver is registered for the scheme 'oracle' (none is registered)")
  }

  @Test func theSharedRegistry() throws {
    let driver = OtherDriver(name: "SharedOther", schemes: ["shared-other"])
    try ORDA.register(driver)
    try ORDA.register(driver)
    #expect(ORDA.drivers.filter { $0.name == "SharedOther" }.count == 1)
    #expect(ORDA.shared.driver(for: "shared-other")?.name == "SharedOther")
    let governor = try ORDA.open("shared-other:x.db")
    #expect(governor.url.location == .file(path: "x.db"))
    let url = try #require(URL(string: "shared-other:/y.db"))
    #expect(try ORDA.open(url).url.location == .file(path: "/y.db"))
    #expect(try ORDA.explain("shared-other::memory:").location == ":memory:")
  }

  @Test func anyNumberOfThreadsMayRegister() async throws {
    let registry = Registry()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<64 {
        group.addTask {
          try? registry.register(OtherDriver(name: "D\(number % 16)", schemes: ["d\(number % 16)"]))
          _ = registry.driver(for: "d1")
        }
      }
    }
    #expect(Set(registry.drivers.map(\.name)) == Set((0..<16).map { "D\($0)" }))
    #expect(registry.drivers.count == 16)
  }
}
