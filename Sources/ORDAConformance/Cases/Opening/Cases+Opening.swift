import ORDA
internal import ORDAThreads

extension ConformanceSuite {
  static let openingCases: [ConformanceCase] = [
    ConformanceCase("opening.schemes", "Every scheme of the driver leads to it, in any case.") { run in
      for scheme in run.subject.driver.schemes {
        for spelling in [scheme, scheme.uppercased()] {
          run.expect(
            try run.registry.explain(spelling + run.rest).driver, equals: run.subject.driver.name, spelling)
        }
      }
    },
    ConformanceCase("opening.scheme.unknown", "A scheme without driver is an error that names the nearest.") { run in
      let scheme = (run.subject.driver.schemes.first ?? "") + "x"
      let error = run.expect(throws: .missingDriver) { try run.registry.open(scheme + run.rest) }
      run.expect(error?.message ?? "", contains: scheme)
      run.expect(error?.message ?? "", contains: "'\(run.subject.driver.schemes.first ?? "")'")
    },
    ConformanceCase("opening.register.twice", "Registering the driver a second time changes nothing.") { run in
      try run.registry.register(run.subject.driver)
      run.expect(run.registry.drivers.count, equals: 1)
      try run.registry.open(run.subject.url).close()
    },
    ConformanceCase("opening.register.taken", "Another driver can't take one of the driver's schemes.") { run in
      let scheme = run.subject.driver.schemes.last ?? ""
      let error = run.expect(throws: .misuse) { try run.registry.register(Usurper(schemes: ["usurper", scheme])) }
      run.expect(error?.message ?? "", contains: scheme, run.subject.driver.name)
      run.expect(run.registry.driver(for: "usurper") == nil, "a part of the refused driver was registered")
      run.expect(run.registry.driver(for: scheme)?.name, equals: run.subject.driver.name)
    },
    ConformanceCase("opening.governor.facts", "A governor tells its driver, and the URL that it was opened by.") {
      run in
      run.expect(run.db.driverName, equals: run.subject.driver.name)
      run.expect(run.subject.driver.schemes.contains(run.db.url.scheme), "the scheme \(run.db.url.scheme) is another's")
      run.expect(run.db.capabilities.isSuperset(of: run.subject.driver.capabilities), "the governor can do less")
    },
    ConformanceCase("opening.ping", "A governor that was just opened reaches its database.") { run in
      try run.db.ping()
      run.expect(run.db.statistics.connections >= 1, "no connection is open")
    },
    ConformanceCase("opening.same.database", "A second governor of the URL sees what the first has written.") { run in
      let table = try run.numbers(3)
      run.expect(try run.another().first(Int.self, "SELECT COUNT(*) FROM \(table)"), equals: 3)
    },
    ConformanceCase("opening.explain", "A URL can be explained without opening it: every option with its meaning.") {
      run in
      let explanation = try run.registry.explain(run.url("pool.max=3"))
      let names = explanation.options.map(\.name)
      for definition in (run.subject.driver.options + .core).definitions {
        run.expect(names.contains(definition.name), "\(definition.name) is not explained")
      }
      run.expect(explanation.options.allSatisfy { !$0.summary.isEmpty }, "an option has no meaning")
      let maximum = explanation.options.first { $0.name == "pool.max" }
      run.expect(maximum?.value, equals: "3")
      run.expect(maximum?.isSet, equals: true)
    },
    ConformanceCase("opening.option.unknown", "An unknown option is an error that names the nearest.") { run in
      let error = run.expect(throws: .badURL) { try run.registry.open(run.url("pool.mxa=3")) }
      run.expect(error?.message ?? "", contains: "pool.mxa", "pool.max")
    },
    ConformanceCase("opening.option.value", "A value that is none of its option's is an error that names the option.") {
      run in
      for option in ["pool.max=many", "pool.max=0", "statement-timeout=soon", "log-values=perhaps"] {
        let error = run.expect(throws: .badURL) { try run.registry.open(run.url(option)) }
        run.expect(error?.message ?? "", contains: String(option.prefix { $0 != "=" }))
      }
    },
    ConformanceCase("opening.option.twice", "An option that stands in the URL twice is an error.") { run in
      run.expect(throws: .badURL) { try run.registry.open(run.url("statement-cache=3&statement-cache=4")) }
    },
    ConformanceCase("opening.option.spelling", "Options are known in other spellings: case, hyphens and underscores.") {
      run in
      for name in ["STATEMENT-CACHE", "statement_cache", "statementCache"] {
        let explanation = try run.registry.explain(run.url("\(name)=7"))
        run.expect(explanation.options.first { $0.name == "statement-cache" }?.value, equals: "7", name)
      }
    },
    ConformanceCase("opening.option.noCache", "A governor without a cache of statements works the same.") { run in
      let db = try run.alone("statement-cache=0")
      run.expect(throws: .noSuchTable) { try db.query("SELECT n FROM \(run.reserve())") }
      try db.ping()
    },
    ConformanceCase("opening.mode.unknown", "A mode behind the scheme that the driver has not is an error.") { run in
      let scheme = run.subject.driver.schemes.first ?? ""
      run.expect(throws: .badURL) { try run.registry.open("\(scheme)+nosuchmode\(run.rest)") }
    },
    ConformanceCase("opening.hostile", "No text is a crash when it is taken for a URL: each is understood or an error.")
    {
      run in
      let scheme = run.subject.driver.schemes.first ?? ""
      let rests = [
        "", ":", "://", ":%", ":%zz", ":///%00", ":?", ":?=", ":?a", ":?&&&=", "://@", "://:@:", "://[", "://[::1",
        "://h:p",
        "://h:99999999999999999999", ":a?pool.max=99999999999999999999999", ":\0", ":#", "+:", "+", ":a#b?c",
        ":" + String(repeating: "/", count: 10_000), ":a?" + String(repeating: "&x=y", count: 1_000),
        ":\u{202E}\u{10FFFF}",
      ]
      for rest in rests {
        do {
          _ = try run.registry.explain(scheme + rest)
        } catch let error as DatabaseError {
          run.expect(
            DatabaseError.Kind.badURL.matches(error.kind) || DatabaseError.Kind.missingDriver.matches(error.kind),
            "\(scheme + rest.prefix(40)): \(error)")
        }
      }
      for text in ["", ":", "nothing", "\0", "1:a"] { run.expect(throws: .badURL) { try run.registry.open(text) } }
    },
    ConformanceCase("opening.secrets.url", "A password in a URL is shown in no description and in no explanation.") {
      run in
      let url = try run.secretURL()
      run.expect(!"\(try run.registry.explain(url))".contains("s3cr3t"), "explain shows the password")
      let parsed = try DatabaseURL(url, shape: run.subject.driver.urlShape)
      for text in ["\(parsed)", String(reflecting: parsed), "\(parsed.location)"] {
        run.expect(!text.contains("s3cr3t"), "a description shows the password: \(text)")
      }
      run.expect(parsed.textWithSecrets.contains("s3cr3t"), "the text with secrets lacks the password")
    },
    ConformanceCase("opening.secrets.error", "The error of a wrong URL does not show the password in it.") { run in
      let url = try run.secretURL()
      for option in ["nosuchoption=1", "pool.max=many"] {
        let text = url + (url.contains("?") ? "&" : "?") + option
        let error = run.expect(throws: .badURL) { try run.registry.open(text) }
        run.expect(!"\(error as Any)".contains("s3cr3t"), "the error shows the password: \(error as Any)")
      }
    },
    ConformanceCase("opening.missing", "A database that is not there can't be opened, and the error says so.") { run in
      let url = try run.given(\.missingDatabaseURL, "missingDatabaseURL")
      run.expect(throws: .cannotOpen) { try run.open(url).first("SELECT 1 AS n") }
    },
    ConformanceCase(
      "opening.onConnect", "What the configuration sets up is run on the first connection before its first use."
    ) { run in
      let count = Lock(0)
      let db = try run.open(run.subject.url, onConnect: [{ _ in count.withLock { $0 += 1 } }])
      try db.withConnection { _ in }
      run.expect(count.withLock { $0 } >= 1, "the closure was not run")
    },
    ConformanceCase(
      "opening.onConnect.failing", "An error of what is set up on connecting is thrown to the one who opens or calls."
    ) { run in
      let error = run.expect(throws: .misuse) {
        try run.open(run.subject.url, onConnect: [{ _ in throw DatabaseError(.misuse, "not today") }])
          .withConnection { _ in }
      }
      run.expect(error?.message ?? "", contains: "not today")
    },
  ]

  /// A driver that claims another driver's schemes.
  private struct Usurper: Driver {
    let name = "Usurper"
    let schemes: [String]
    let urlShape = DatabaseURL.Shape.file
    let options = OptionTable()
    let capabilities: Capabilities = []

    func governor(
      for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
    ) throws(DatabaseError) -> any Governor { throw DatabaseError(.unsupported, "it opens nothing") }
  }
}

extension ConformanceRun {
  /// What follows the scheme in the subject's URL, from the colon on.
  fileprivate var rest: String { String(subject.url.drop { $0 != ":" && $0 != "+" }) }

  /// A URL with the password `s3cr3t`, which is not meant to be opened.
  fileprivate func secretURL() throws -> String {
    let scheme = subject.driver.schemes.first ?? ""
    if subject.driver.urlShape == .server { return "\(scheme)://kit:s3cr3t@127.0.0.1:1/kit" }
    guard let option = subject.driver.options.definitions.first(where: \.isSecret) else {
      throw NotSupported("its URLs hold no secret")
    }
    return "\(scheme):kit?\(option.name)=s3cr3t"
  }
}
