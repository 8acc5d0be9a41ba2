/// Where a database is and how to open it: `sqlite:music.db`, `mariadb://app@db1:3306,db2/music?tls=verify-ca`.
///
/// ```
/// url    = scheme ["+" mode] ":" body ["?" option *("&" option)]    the body is a file, a name or a server
/// file   = ":memory:" / path / "//" ["localhost"] "/" path          three slashes are absolute
/// name   = "" / file                                                nothing is the same as :memory:
/// server = "//" [user [":" password] "@"] host *("," host) ["/" database]
/// host   = (name / IPv4 / "[" IPv6 "]" / %2Fpath%2Fof%2Fa.sock) [":" port] *(";" name "=" value)
/// option = name "=" value
/// ```
///
/// Everything is percent-decoded, and a plus sign is a plus sign. The text is read by hand and not by Foundation, whose
/// URL knows no list of hosts. Whatever can be built can be written and read again: see ``textWithSecrets``.
public struct DatabaseURL: Sendable, Hashable {
  /// How a driver wants the body to be read.
  public enum Shape: Sendable, Hashable {
    /// The body is the path of a file, or `:memory:`.
    case file
    /// The body is a name, which may be omitted: for a database in the process and not in a file. It is read like
    /// ``file``, a name as a path, and an empty body as `:memory:`.
    case name
    /// The body is `//` and the hosts of a server.
    case server
  }

  /// The scheme, in lower case.
  public let scheme: String
  /// The part of the scheme after `+`, in lower case, for example `loadbalance`; nil if there is none.
  public let mode: String?
  /// Where the database is.
  public let location: Location
  /// The options as written: in order, their names not yet matched against any table, including repeats.
  public let options: [Option]

  /// Reads a URL.
  ///
  /// - Parameters:
  ///   - text: The URL; control characters in it must be percent-encoded.
  ///   - shape: How the driver of its scheme wants the body to be read; ``scheme(of:)`` finds the scheme beforehand.
  /// - Throws: `badURL`; its `code` is `nilURL` if the text is empty. The message never contains a password.
  public init(_ text: String, shape: Shape) throws(DatabaseError) {
    try self.init(try Parts(text), shape: shape)
  }

  /// Reads a URL that was split into its parts.
  init(_ parts: Parts, shape: Shape) throws(DatabaseError) {
    let location: Location
    switch shape {
    case .file: location = try DatabaseURL.fileLocation(parts)
    case .name: location = parts.body.isEmpty ? .memory : try DatabaseURL.fileLocation(parts)
    case .server: location = try DatabaseURL.serverLocation(parts)
    }
    try self.init(scheme: parts.scheme, mode: parts.mode, location: location, options: parts.options())
  }

  /// Puts a URL together.
  ///
  /// - Parameters:
  ///   - scheme: A letter, then letters, digits, `-` and `.`; case does not matter.
  ///   - mode: Letters, digits and `-`; for servers only.
  ///   - location: Where the database is.
  ///   - options: The options, not percent-encoded.
  /// - Throws: `badURL` for parts that no URL has: an empty path or host, a port outside 1 to 65535, a NUL anywhere, a
  ///   password without a user, a mode for a file.
  public init(
    scheme: String, mode: String? = nil, location: Location, options: [Option] = []
  ) throws(DatabaseError) {
    self.scheme = asciiLowercased(scheme)
    self.mode = mode.map(asciiLowercased)
    self.location = location
    self.options = options
    try validate()
  }

  /// Throws if the URL has a mode that is not in the list; for drivers.
  ///
  /// - Throws: `badURL`, which names the nearest mode and lists all.
  public func requireMode(oneOf modes: [String]) throws(DatabaseError) {
    guard let mode, !modes.contains(mode) else { return }
    guard !modes.isEmpty else { throw badURL("the scheme \(scheme) takes no mode, so nothing after a +") }
    var message = "\(quoted(mode)) is no mode of \(scheme)"
    if let nearest = nearestName(to: mode, among: modes) { message += "; did you mean '\(nearest)'?" }
    throw badURL(message + " (the modes are \(modes.joined(separator: ", ")))")
  }
}

/// An error of kind `badURL`.
func badURL(_ message: String) -> DatabaseError { DatabaseError(.badURL, message) }
