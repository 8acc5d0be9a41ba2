import Testing

@testable import ORDA

@Suite("Explaining a URL")
struct ExplanationTests {
  private func registry() throws -> Registry {
    let registry = Registry()
    try registry.register(FakeDriver())
    return registry
  }

  @Test func listing() throws {
    let explanation = try registry().explain("fake+x://app:hunter2@h:1/db?tls=verify-ca&password=hunter2&session.a=b")
    #expect(explanation.driver == "Fake")
    #expect(explanation.scheme == "fake")
    #expect(explanation.mode == "x")
    #expect(explanation.location == "//app:***@h:1/db")
    let text = explanation.description
    #expect(!text.contains("hunter2"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let expected = [
      "driver    Fake",
      "scheme    fake+x",
      "location  //app:***@h:1/db",
      "",
      "  option                   value      default      meaning",
      "* password                 ***        -            The account's password; better given by one of the next two.",
      "  password-env             -          -            The account's password, by the name of an environment variable.",
    ]
    #expect(Array(lines.prefix(7)) == expected)
    #expect(lines.contains("* ssl-mode                 verify-ca  verify-full  How the server is checked."))
    #expect(lines.contains("  pool.max                 2          2            Fewer than elsewhere."))
    #expect(lines.last == "* session.a                b          -            A variable of the session.")
    #expect(lines.count == 5 + explanation.options.count)
  }

  @Test func everyOptionOnce() throws {
    let names = try registry().explain("fake://h").options.map(\.name)
    #expect(
      names == [
        "password", "password-env", "password-file", "ssl-mode", "pool.max", "pool.min", "pool.warm",
        "pool.acquire-timeout", "pool.idle-timeout", "pool.max-lifetime", "pool.keepalive", "pool.leak-threshold",
        "pool.idle-transaction", "pool.reset", "statement-timeout", "statement-cache", "slow-statement", "log-values",
        "warnings", "errors-carry-parameters",
      ])
    #expect(try registry().explain("fake://h").options.allSatisfy { !$0.isSet && $0.value == $0.defaultValue })
  }

  @Test("No listing holds a secret, wherever the URL has it")
  func secrets() throws {
    let registry = try registry()
    for seed in UInt64(1)...500 {
      var generator = URLGenerator(seed: seed)
      let secret = "S3cr" + generator.text(0...3) + "\(seed)"
      var server = generator.server()
      server.user = "u"
      server.password = secret
      server.hosts[0].parameters.append(DatabaseURL.Option("secret", secret))
      let options = [DatabaseURL.Option("PassWord", secret), DatabaseURL.Option("session.api_token", secret)]
      let url = try DatabaseURL(scheme: "fake", location: .server(server), options: options)
      let explanation = try registry.explain(url.textWithSecrets)
      var dumped = ""
      dump(explanation, to: &dumped)
      #expect(!explanation.description.contains("S3cr") && !dumped.contains("S3cr"), "seed \(seed)")
      // The driver finds the password given twice: that error must not show it either.
      let error = #expect(throws: DatabaseError.self) { try registry.open(url.textWithSecrets) }
      #expect(error.map { !"\($0)".contains("S3cr") } == true, "seed \(seed)")
      #expect(error?.kind == .badURL)
    }
  }
}
