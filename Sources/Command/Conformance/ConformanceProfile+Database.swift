#if Conformance
  import Logging
  import ORDA
  import ORDAConformance

  extension ConformanceProfile {
    /// A URL with the same options at another location, with one more option, which replaces any of that name.
    static func text(
      _ url: DatabaseURL, _ location: DatabaseURL.Location, _ option: DatabaseURL.Option? = nil
    ) -> String? {
      let options = url.options.filter { $0.name.lowercased() != option?.name } + (option.map { [$0] } ?? [])
      return try? DatabaseURL(scheme: url.scheme, mode: url.mode, location: location, options: options).textWithSecrets
    }

    /// Names an account and a database that no server has.
    mutating func nameWhatIsMissing(on server: DatabaseURL.Server, _ url: DatabaseURL) {
      var stranger = server
      stranger.user = "orda_kit_nobody"
      stranger.password = "wrong"
      wrongPasswordURL = Self.text(url, .server(stranger))
      var elsewhere = server
      elsewhere.database = "orda_kit_nowhere"
      missingDatabaseURL = Self.text(url, .server(elsewhere))
    }

    /// The same database, opened once more.
    static func opened(again db: any Governor) throws -> any Governor {
      var configuration = GovernorConfiguration()
      configuration.logger.logLevel = .error
      return try ORDA.open(db.url.textWithSecrets, configuration: configuration)
    }
  }
#endif
