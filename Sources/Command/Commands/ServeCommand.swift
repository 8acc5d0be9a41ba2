#if Server
  import ArgumentParser
  import Logging
  import ORDA
  import ORDAPlatform
  import ORDAServer

  /// `orda serve URL...`
  struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve",
      abstract: "Show databases in a browser, and keep what is shown up to date.",
      discussion: """
          orda serve sqlite:music.db
          orda serve sqlite:music.db mariadb://app@localhost/music --port 8080

        The address that is printed has a token, which the browser then keeps in a cookie: who does not know it sees nothing. Only \
        this machine is listened to, and nothing is written without --write. Control-C ends it.
        """)

    @Argument(help: ArgumentHelp("The databases, for example sqlite:music.db.", valueName: "url"))
    var urls: [String]

    @Option(help: ArgumentHelp("The port to listen on; otherwise one that is free.", valueName: "port"))
    var port: Int = 0

    @Option(help: ArgumentHelp("The address to listen on, such as 0.0.0.0 for all of this machine.", valueName: "host"))
    var listen: String = "127.0.0.1"

    @Option(help: ArgumentHelp("Another name that the server may be asked by.", valueName: "name"))
    var name: [String] = []

    @Flag(help: "Let everybody in who can connect, without a token.")
    var insecure = false

    @Flag(help: "Let data be changed.")
    var write = false

    @Flag(help: "Open the page in the browser.")
    var open = false

    @Option(help: ArgumentHelp("How many seconds a statement may take.", valueName: "seconds"))
    var limit: Int = 10

    @Option(help: ArgumentHelp("How many rows of a statement are shown.", valueName: "rows"))
    var rows: Int = 1000

    @Option(help: ArgumentHelp("How many MB a file may have that is imported.", valueName: "MB"))
    var importSize: Int = 4000

    func validate() throws {
      guard !urls.isEmpty else { throw ValidationError("Name a database, for example sqlite:music.db.") }
      guard 0...65_535 ~= port else { throw ValidationError("--port is a number from 0 to 65535.") }
      guard 1...3600 ~= limit else { throw ValidationError("--limit is a number of seconds from 1 to 3600.") }
      guard 1...1_000_000 ~= importSize else {
        throw ValidationError("--import-size is a number of MB from 1 to 1000000.")
      }
      guard 1...100_000 ~= rows else { throw ValidationError("--rows is a number from 1 to 100000.") }
    }

    func run() throws {
      // Signals are the server's: they end it gracefully. This thread only waits.
      try Failure.reporting { [self] in try InterruptibleWork.run { try await serve() } }
    }

    private func serve() async throws {
      try Drivers.register()
      var databases: [any Governor] = []
      do {
        for url in urls { databases.append(try await openedDatabase(write ? url : ServedURL.toRead(url))) }
      } catch {
        for database in databases { try? await database.close() }
        throw error
      }
      var configuration = ServerConfiguration(databases: databases)
      configuration.host = listen
      configuration.port = port
      configuration.names = name
      configuration.needsToken = !insecure
      configuration.isWritable = write
      configuration.statementLimit = .seconds(limit)
      configuration.rowLimit = rows
      configuration.largestUpload = importSize * 1_000_000
      var logger = Logger(label: "orda.serve")
      logger.logLevel = .error
      let isOpening = open
      let page = Box<BrowserPage?>(nil)
      let result: Result<Void, any Error>
      do {
        try await DatabaseServer(configuration, logger: logger).run { address in
          let output = Output(descriptor: STDOUT_FILENO)
          output.write(address + "\n")
          try? output.flush()
          if isOpening { page.value = try? BrowserPage(leadingTo: address) }
        }
        result = .success(())
      } catch {
        result = .failure(error)
      }
      page.value?.delete()
      for database in databases { try? await database.close(within: .seconds(1)) }
      try result.get()
    }
  }
#endif
