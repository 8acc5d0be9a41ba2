import Foundation
import Hummingbird
import Logging
import ORDA
import ORDAMariaDB
import ORDASQLite
import ServiceLifecycle

@main
struct Program {
  static func main() async {
    do {
      try await run(Settings(CommandLine.arguments.dropFirst(), ProcessInfo.processInfo.environment))
    } catch let mistake as Settings.Mistake {
      leave("\(mistake.message)\n\(Settings.usage)", status: 64)
    } catch {
      leave("\(error)", status: 1)
    }
  }

  private static func run(_ settings: Settings) async throws {
    let logger = Logger(label: "ledger")
    try SQLite.register()
    try MariaDB.register()
    let ledger = try await Ledger(settings, logger: logger)
    let server = Application(
      router: router(for: ledger),
      configuration: ApplicationConfiguration(address: .hostname(settings.host, port: settings.port)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? settings.port
        print("http://\(settings.host):\(port)")
        fflush(nil)
      },
      logger: logger)

    // They end in the reverse order: first the server, which answers what it has accepted, then the database.
    var configuration = ServiceGroupConfiguration(
      services: [ledger.db.service(grace: settings.grace), server],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = settings.grace * 2
    try await ServiceGroup(configuration: configuration).run()
  }

  private static func leave(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("LedgerService: \(message)\n".utf8))
    exit(status)
  }
}
