#if Server
  import ORDA

  /// How a database is opened that is only to be read.
  enum ServedURL {
    /// The URL with what keeps the database itself from writing, where there is such an option.
    static func toRead(_ url: String) throws -> String { try withOptions([("confined", "true")], url) }
  }
#endif
