import Testing

@testable import ORDA

@Suite("Options")
struct OptionTests {
  typealias Option = DatabaseURL.Option

  static let table =
    OptionTable(
      [
        OptionDefinition(
          "ssl-mode", .choice(["disabled", "verify-ca"]), default: "verify-ca", aliases: ["tls"], summary: "TLS."),
        OptionDefinition("pin", .integer(1000...9999), isSecret: true, summary: "A pin."),
        OptionDefinition("offset", .integer(.min ... .max), default: "-5", summary: "An offset."),
        OptionDefinition("page-cache", .size, default: "2MiB", summary: "Memory | pages."),
        OptionDefinition("label", .text, default: "none", summary: "A label."),
        OptionDefinition("init", .text, isRepeatable: true, summary: "SQL to begin with."),
      ],
      namespaces: [
        OptionNamespace("pragma", summary: "Any pragma."),
        OptionNamespace("session", summary: "Any variable.") { $0 == "time_zone" ? "sessions run at +00:00" : nil },
      ]) + .core

  private func resolve(_ options: (String, String)...) throws -> OptionValues {
    try Self.table.resolve(options.map { Option($0.0, $0.1) })
  }

  @Test(
    "Every spelling of a name", arguments: ["ssl-mode", "sslMode", "ssl_mode", "SSL-MODE", "sslmode", "tls", "TLS"])
  func spellings(name: String) throws {
    let values = try resolve((name, "Disabled"))
    #expect(values.choice("ssl-mode") == "disabled")
    #expect(values.choice(name) == "disabled")
    #expect(values.isSet("ssl-mode"))
  }

  @Test func defaults() throws {
    let values = try resolve()
    #expect(values.choice("ssl-mode") == "verify-ca")
    #expect(values.integer("pin") == nil)
    #expect(values.integer("offset") == -5)
    #expect(values.size("page-cache") == 2_097_152)
    #expect(values.text("label") == "none")
    #expect(values.texts("init") == [])
    #expect(values.integer("pool.max") == 10)
    #expect(values.duration("pool.acquire-timeout") == .seconds(30))
    #expect(values.duration("statement-timeout") == nil)
    #expect(values.integer("statement-cache") == 128)
    #expect(values.duration("slow-statement") == .seconds(1))
    #expect(values.bool("log-values") == false)
    #expect(values.bool("errors-carry-parameters") == false)
    #expect(!values.isSet("ssl-mode"))
    // Another kind, or a name that is not there.
    #expect(values.text("pool.max") == nil)
    #expect(values.bool("nothing") == nil)
    #expect(values.namespace("pragma").isEmpty)
  }

  @Test(
    "Durations",
    arguments: [
      ("500ms", Duration.milliseconds(500)), ("30s", .seconds(30)), ("10m", .seconds(600)), ("2h", .seconds(7200)),
      ("1d", .seconds(86400)), ("100us", .microseconds(100)), ("0", .zero), ("0s", .zero), ("30S", .seconds(30)),
      ("36500d", .seconds(36500 * 86400)),
    ])
  func durations(text: String, duration: Duration) throws {
    #expect(try resolve(("pool.acquireTimeout", text)).duration("pool.acquire-timeout") == duration)
  }

  @Test(
    "Sizes",
    arguments: [
      ("4096", 4096), ("4096B", 4096), ("64KiB", 65536), ("16MiB", 16_777_216), ("2GB", 2_000_000_000), ("1kb", 1000),
      ("3MB", 3_000_000), ("1GiB", 1_073_741_824), ("2TiB", 2_199_023_255_552), ("1TB", 1_000_000_000_000), ("0", 0),
    ])
  func sizes(text: String, bytes: Int) throws {
    #expect(try resolve(("pageCache", text)).size("page-cache") == bytes)
  }

  @Test("Truth", arguments: [("true", true), ("1", true), ("TRUE", true), ("false", false), ("0", false)])
  func truth(text: String, flag: Bool) throws {
    #expect(try resolve(("log-values", text)).bool("log-values") == flag)
  }

  @Test(
    "Values that are none",
    arguments: [
      ("pool.acquire-timeout", "30", "'30' is not a whole number and a unit (us, ms, s, m, h, d), for example 30s"),
      ("pool.acquire-timeout", "", "'' is not a whole number and a unit"),
      ("pool.acquire-timeout", "s", "'s' is not"), ("pool.acquire-timeout", "-1s", "'-1s' is not"),
      ("pool.acquire-timeout", "1.5s", "'1.5s' is not"), ("pool.acquire-timeout", "1 s", "'1 s' is not"),
      ("pool.acquire-timeout", "36501d", "'36501d' is not"), ("pool.acquire-timeout", "1h30m", "'1h30m' is not"),
      ("pool.acquire-timeout", "9223372036854775807d", "is not"),
      ("pool.acquire-timeout", "99999999999999999999s", "is not"),
      ("page-cache", "16M", "'16M' is not a number of bytes, for example 4096, 64KiB, 16MiB or 2GB"),
      ("page-cache", "-1", "'-1' is not"), ("page-cache", "KiB", "'KiB' is not"),
      ("page-cache", "1.5GB", "'1.5GB' is not"),
      ("page-cache", "9223372036854775807KiB", "is not a number of bytes"),
      ("pool.max", "0", "'0' is not a whole number from 1 to 10000, for example 10"),
      ("pool.max", "+1", "'+1' is not"), ("pool.max", "1e3", "'1e3' is not"), ("pool.max", "", "'' is not"),
      ("pool.max", "-", "'-' is not"), ("pool.max", "٣", "'٣' is not"),
      ("offset", "9223372036854775808", "is not a whole number, for example 10"),
      ("log-values", "yes", "'yes' is not true or false (or 1 or 0)"), ("log-values", "", "'' is not true"),
      ("tls", "sometimes", "the option 'ssl-mode': 'sometimes' is not one of disabled, verify-ca"),
      ("tls", "a\u{202E}b", "'a\\u{202e}b' is not"),
    ])
  func badValues(name: String, text: String, hint: String) {
    let error = #expect(throws: DatabaseError.self) { try resolve((name, text)) }
    #expect(error?.kind == .badURL)
    #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
  }

  @Test(
    "Unknown names",
    arguments: [
      ("ssl-mod", "there is no option 'ssl-mod'; did you mean 'ssl-mode'? (ORDA.explain lists them all)"),
      ("slsMode", "did you mean 'ssl-mode'?"), ("tsl", "did you mean 'ssl-mode'?"),
      ("pool.mx", "did you mean 'pool.max'?"), ("max", "did you mean 'pool.max'?"),
      ("acquire-timeout", "did you mean 'pool.acquire-timeout'?"), ("pool.acquire-tiemout", "'pool.acquire-timeout'?"),
      ("statment_cache", "did you mean 'statement-cache'?"), ("slow-statements", "did you mean 'slow-statement'?"),
      ("pragmas.foreign_keys", "did you mean 'pragma.foreign_keys'?"),
      ("pool.size", "did you mean 'pool.max'?"), ("maxPoolSize", "did you mean 'pool.max'?"),
      ("queryTimeout", "did you mean 'statement-timeout'?"), ("use_ssl", "there is no option 'use_ssl'; did you mean"),
    ])
  func nearest(name: String, hint: String) {
    let error = #expect(throws: DatabaseError.self) { try resolve((name, "hunter2")) }
    #expect(error?.kind == .badURL)
    #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
    #expect(error.map { !"\($0)".contains("hunter2") } == true)
  }

  @Test(
    "A name that is near to none gets no advice",
    arguments: [
      "colour", "x", "-", "", "pool", "schedule.x", String(repeating: "a", count: 100_000),
    ])
  func farAway(name: String) {
    let error = #expect(throws: DatabaseError.self) { try resolve((name, "1")) }
    #expect(error?.kind == .badURL)
    #expect(error?.message.contains("did you mean") == false)
    #expect(error?.message.contains("ORDA.explain lists them all") == true)
    #expect((error?.message.utf8.count ?? .max) < 200)
  }

  @Test func repeatsAreErrorsUnlessTheTableAllowsThem() throws {
    let error = #expect(throws: DatabaseError.self) { try resolve(("ssl-mode", "disabled"), ("tls", "disabled")) }
    #expect(error?.kind == .badURL)
    #expect(error?.message == "the option 'ssl-mode' stands in the URL twice, the second time as 'tls'")
    let pragma = #expect(throws: DatabaseError.self) { try resolve(("pragma.a", "1"), ("PRAGMA.A", "2")) }
    #expect(pragma?.message.contains("stands in the URL twice") == true)
    let values = try resolve(("init", "a"), ("init", "b"), ("Init", "a"))
    #expect(values.texts("init") == ["a", "b", "a"])
    #expect(values.text("init") == "a")
    #expect(try resolve().texts("label") == ["none"])
  }

  @Test func namespaces() throws {
    let values = try resolve(("pragma.foreign_keys", "1"), ("session.Wait", "2"), ("Pragma._x1", ""))
    #expect(values.namespace("pragma").map(\.name) == ["foreign_keys", "_x1"])
    #expect(values.namespace("PRAGMA").map(\.value) == ["1", ""])
    #expect(values.namespace("session").map(\.name) == ["Wait"])
    for name in [
      "pragma.", "pragma.1", "pragma.a;b", "pragma.a b", "pragma.a.b", "pragma.é", "pragma.a-b", "pragma.x'",
    ] {
      let error = #expect(throws: DatabaseError.self) { try resolve((name, "1")) }
      #expect(error?.kind == .badURL)
      #expect(error?.message.contains("a name here is letters, digits and _") == true)
    }
    let refused = #expect(throws: DatabaseError.self) { try resolve(("session.time_zone", "x")) }
    #expect(refused?.message == "the option 'session.time_zone' is refused: sessions run at +00:00")
  }

  @Test("Secret values are in no error, listing or dump")
  func secrets() throws {
    for (name, value) in [("pin", "hunter2"), ("tls", "disabled;password=hunter2"), ("pool.max", "1 token:hunter2")] {
      let error = #expect(throws: DatabaseError.self) { try resolve((name, value)) }
      #expect(error?.message.contains("the value (not shown) is not") == true)
      #expect(error.map { !"\($0)".contains("hunter2") } == true)
    }
    let values = try resolve(("pin", "4711"), ("pragma.key", "4711"), ("label", "pwd=4711"))
    var dumped = ""
    dump(values, to: &dumped)
    #expect(values.description == "pin=***&label=***&pragma.key=***")
    #expect(!dumped.contains("4711"))
    #expect(values.explain().allSatisfy { $0.value != "4711" })
    #expect(values.integer("pin") == 4711)
    #expect(values.text("label") == "pwd=4711")
  }

  @Test func explained() throws {
    let values = try resolve(("tls", "DISABLED"), ("init", "a"), ("init", "b"))
    let options = values.explain()
    #expect(
      options.first
        == ExplainedOption(
          name: "ssl-mode", value: "DISABLED", defaultValue: "verify-ca", isSet: true, summary: "TLS."))
    #expect(options.first { $0.name == "init" }?.value == "a, b")
    #expect(
      options.last
        == ExplainedOption(
          name: "errors-carry-parameters", value: "false", defaultValue: "false", isSet: false,
          summary: "Whether errors hold the values bound to the statement, which may be secret."))
  }

  @Test func theLeftTableWins() throws {
    let own = OptionTable([OptionDefinition("pool.max", .integer(1...3), default: "1", summary: ".")]) + .core
    #expect(try own.resolve([]).integer("pool.max") == 1)
    #expect(own.definitions.count == OptionTable.core.definitions.count)
  }

  @Test func markdown() {
    let lines = Self.table.markdown.split(separator: "\n").map(String.init)
    #expect(lines[0] == "| Option | Value | Default | Meaning |")
    #expect(lines[1] == "|---|---|---|---|")
    #expect(lines[2] == "| `ssl-mode` (also `tls`) | `disabled`, `verify-ca` | `verify-ca` | TLS. |")
    #expect(lines[3] == "| `pin` | 1000 to 9999 | none | A pin. |")
    #expect(lines[5] == "| `page-cache` | size, such as `16MiB` | `2MiB` | Memory \\| pages. |")
    #expect(lines[7] == "| `init` | text | none | SQL to begin with. May stand in the URL several times. |")
    #expect(
      lines.contains(
        "| `pool.acquire-timeout` | duration, such as `30s` | `30s` | "
          + "How long a call waits for a connection before it fails with a timeout. |"))
    #expect(lines.contains { $0.hasPrefix("| `log-values` | `true`, `false` | `false` | Whether logged") })
    #expect(lines.last == "| `session.<name>` | text | none | Any variable. |")
    #expect(lines.count == 2 + Self.table.definitions.count + 2)
  }
}
