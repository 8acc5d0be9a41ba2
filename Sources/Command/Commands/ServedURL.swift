#if Server
  import ORDA

  /// How a database is opened that is only to be read.
  enum ServedURL {
    /// The URL with what keeps the database itself from writing, where there is such an option.
    static func toRead(_ url: String) throws -> String {
      try Drivers.register()
      guard let explained = try? ORDA.explain(url), explained.driver == "SQLite" else { return url }
      // A database in memory is made when it is opened.
      if explained.location.contains("memory") { return url }
      return try withOptions([("mode", "ro")], url)
    }
  }
#endif
