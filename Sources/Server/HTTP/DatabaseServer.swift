#if Server
  public import Logging
  internal import Hummingbird
  internal import NIOCore
  internal import ServiceLifecycle
  internal import UnixSignals
  import ORDA
  import ORDAThreads

  /// Serves databases to browsers, and to programs as JSON.
  ///
  /// ```swift
  /// let server = DatabaseServer(ServerConfiguration(databases: [db]))
  /// try await server.run { address in print(address) }
  /// ```
  public struct DatabaseServer: Sendable {
    private let configuration: ServerConfiguration
    private let logger: Logger

    /// A server that does not run yet.
    public init(_ configuration: ServerConfiguration, logger: Logger = Logger(label: "orda.server")) {
      self.configuration = configuration
      self.logger = logger
    }

    /// Serves until SIGINT or SIGTERM asks the process to end, or the task is cancelled. Then streams end, and statements are
    /// stopped, before it returns.
    ///
    /// - Parameter ready: Is told the address to open, as soon as it is answered. It has the token, so that it is for who may
    ///   see the databases only.
    /// - Throws: What prevents listening, such as a port that is taken.
    public func run(ready: @escaping @Sendable (String) -> Void) async throws {
      let token = configuration.needsToken ? AccessToken() : nil
      let place = SitePlace()
      let configuration = configuration
      let application = Application(
        responder: SiteResponder(place: place),
        server: LoopChannel.server(idleTimeout: .seconds(120)),
        configuration: ApplicationConfiguration(address: .hostname(configuration.host, port: configuration.port)),
        onServerRunning: { channel in
          let port = channel.localAddress?.port ?? configuration.port
          place.set(Site(configuration, token: token, port: port))
          ready(Self.address(configuration.host, port, token))
        },
        logger: logger)
      // Services end in the reverse order: first what lasts, so that the server has nothing left to wait for.
      var group = ServiceGroupConfiguration(
        services: [application, SiteEnding(place: place)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
      group.maximumGracefulShutdownDuration = .seconds(5)
      try await ServiceGroup(configuration: group).run()
    }

    private static func address(_ host: String, _ port: Int, _ token: AccessToken?) -> String {
      // Nobody can open the address that stands for all.
      let name = host == "0.0.0.0" || host == "::" ? "localhost" : host.contains(":") ? "[\(host)]" : host
      return "http://\(name):\(port)/" + (token.map { "?token=\($0.text)" } ?? "")
    }
  }

  /// Where the site is, once its port is known.
  final class SitePlace: Sendable {
    private let place = Lock<Site?>(nil)

    var site: Site? { place.withLock { $0 } }

    func set(_ site: Site) { place.withLock { $0 = site } }
  }

  /// Ends what lasts when the process is asked to end.
  private struct SiteEnding: Service {
    let place: SitePlace

    func run() async throws {
      do { try await gracefulShutdown() } catch is CancellationError {}
      place.site?.end()
    }
  }
#endif
